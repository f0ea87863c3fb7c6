import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bounds, runBounded } from './run-bounded.ts'

let folder: string
const MEGABYTE = 1024 * 1024
const HOUR = 3_600_000
const CHILD = fileURLToPath(new URL('bounded-child.ts', import.meta.url))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archwire-bounded-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, body: string): Promise<string> {
  const path = join(folder, `${name}.mjs`)
  await writeFile(path, body)
  return path
}

// At once: they mostly wait for processes.
describe.concurrent('runBounded', () => {
  it('gives the input to the child and its answer back', async () => {
    const path = await program(
      'echo',
      `import { runChildTask } from ${JSON.stringify(CHILD)}\nawait runChildTask(async (input) => ({ got: input.word }))`,
    )
    expect(await runBounded(path, { word: 'héllo' })).toEqual({ ok: true, outcome: { got: 'héllo' } })
  })

  it('hides the environment of the server from the child', async () => {
    process.env['ARCHWIRE_TEST_SECRET'] = 'secret'
    const path = await program('env', `console.log(JSON.stringify(Object.keys(process.env)))`)
    const result = await runBounded<string[]>(path, {})
    delete process.env['ARCHWIRE_TEST_SECRET']
    expect(result.ok && result.outcome).not.toContain('ARCHWIRE_TEST_SECRET')
  })

  it('ends a child that takes too much memory', async () => {
    const path = await program(
      'hungry',
      `const kept = []\nsetInterval(() => kept.push(new Uint8Array(${8 * MEGABYTE}).fill(1)), 5)`,
    )
    const result = await runBounded(path, {}, { maxResidentBytes: 400 * MEGABYTE })
    expect(result).toMatchObject({ ok: false, end: 'memory', reason: expect.stringMatching(/memory/) })
  })

  it('knows memory that the engine could not get from a program that failed', async () => {
    const path = await program('greedy', `throw new RangeError('Array buffer allocation failed')`)
    expect(await runBounded(path, {})).toMatchObject({
      ok: false,
      end: 'memory',
      reason: 'The file needs more memory to check than one file may have.',
    })
  })

  it('ends a child that never yields by its processor time', async () => {
    const path = await program('slow', 'for (;;) {}')
    expect(await runBounded(path, {}, { processorMs: 300, wallMs: HOUR })).toMatchObject({
      ok: false,
      end: 'time',
      reason: 'Checking the file took too long.',
    })
  })

  it('lets a child that waits for its turn take longer than its processor time', async () => {
    const path = await program('patient', `setTimeout(() => console.log('{"done":true}'), 1_200)`)
    expect(await runBounded(path, {}, { processorMs: 1_000, wallMs: HOUR })).toEqual({
      ok: true,
      outcome: { done: true },
    })
  })

  it('ends a child that hangs, which says nothing about the file', async () => {
    const path = await program('hanging', 'setInterval(() => {}, 1_000)')
    expect(await runBounded(path, {}, { wallMs: 500 })).toMatchObject({
      ok: false,
      end: 'killed',
      detail: 'ended by us: not done after 500 ms by the clock',
    })
  })

  it.each([
    [
      'talks without end',
      `const line = 'x'.repeat(100_000)\nconst talk = () => { while (process.stdout.write(line)); process.stdout.once('drain', talk) }\ntalk()`,
    ],
    ['prints no JSON', `console.log('oops')`],
    ['prints nothing', ''],
    ['throws', `throw new Error('bad')`],
  ])('answers a sentence when the child %s', async (name, body) => {
    const result = await runBounded(await program(name.replaceAll(' ', '-'), body), {})
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/^The file could not be checked.*\.$/) })
  })

  it('passes no word of the file on, but where its child threw', async () => {
    const path = await program('quotes', `console.error('solid Ada Byron')\nthrow new Error('unknown field Ada Byron')`)
    const result = await runBounded(path, {})
    expect(result).toMatchObject({ ok: false, end: 'crash', detail: expect.stringMatching(/^exit 1, signal null/) })
    expect(!result.ok && result.detail).toMatch(/quotes\.mjs:2/)
    expect(JSON.stringify(result)).not.toMatch(/Ada|Byron/)
  })

  it.each(['SIGKILL', 'SIGSEGV', 'SIGTERM'])('says that the system ended a child that died of %s', async (signal) => {
    const path = await program(`dies-${signal}`, `process.kill(process.pid, '${signal}')\nsetInterval(() => {}, 1000)`)
    const result = await runBounded(path, {})
    expect(result).toMatchObject({ ok: false, end: 'killed', detail: expect.stringContaining(signal) })
    expect(!result.ok && result.reason).not.toMatch(/damaged|too large/)
  })

  it('counts memory that the engine could not get as the file’s', async () => {
    const body = `process.stderr.write('FATAL ERROR: Reached heap limit, JavaScript heap out of memory\\n', () => process.abort())`
    expect(await runBounded(await program('starved', body), {})).toMatchObject({ ok: false, end: 'memory' })
  })

  it('leaves no child behind when the parent is killed', async () => {
    const child = await program(
      'waiting',
      `import { runChildTask } from ${JSON.stringify(CHILD)}\n` +
        `await runChildTask(async () => { ${tellPid('waiting')}; return new Promise(() => setTimeout(() => {}, ${HOUR})) })`,
    )
    await leftAlone('waiting', child)
  })

  it('leaves no child behind that spins and ignores signals', async () => {
    const child = await program('stubborn', `process.on('SIGXCPU', () => {});\n${tellPid('stubborn')}\nfor (;;) {}`)
    await leftAlone('stubborn', child, { processorMs: 1_000, wallMs: HOUR })
  })
})

const tellPid = (name: string) =>
  `(await import('node:fs')).writeFileSync(${JSON.stringify(join(folder, `${name}.pid`))}, String(process.pid))`

/** Kills the parent of a child that wrote its process id; the child ends, too. */
async function leftAlone(name: string, child: string, bounds: Bounds = {}) {
  const runner = fileURLToPath(new URL('run-bounded.ts', import.meta.url))
  const parent = await program(
    `parent-of-${name}`,
    `import { runBounded } from ${JSON.stringify(runner)}\nawait runBounded(${JSON.stringify(child)}, {}, ${JSON.stringify(bounds)})`,
  )
  const started = spawn(process.execPath, [parent], { stdio: 'ignore' })
  const pid = await eventually(
    async () => Number(await readFile(join(folder, `${name}.pid`), 'utf8').catch(() => '')) || null,
  )
  started.kill('SIGKILL')
  expect(await eventually(async () => (isRunning(pid) ? null : true))).toBe(true)
}

async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 2_000; tries++) {
    const found = await look()
    if (found !== null) return found
    await pause(50)
  }
  throw new Error('It did not happen within a hundred seconds.')
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
