import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A checkout whose portal is killed as soon as it begins. */
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'archwire-run-'))
  for (const folder of ['tools/tasks', 'node_modules/.bin', 'data/postgres'])
    mkdirSync(join(root, folder), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'run.mjs'), join(root, 'tools', 'run.mjs'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  const installed = createHash('sha256').update('{}').update(`${process.platform}-${process.arch}`).digest('hex')
  writeFileSync(join(root, 'node_modules', '.archwire-install'), installed)
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'))
  writeFileSync(join(root, 'tools', 'tasks', 'start.ts'), "process.kill(process.pid, 'SIGKILL')")
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('a portal that is killed again and again is started no more, says so, and leaves no database behind', async () => {
  const database = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => database.once('exit', (_code, signal) => resolve(signal)))
  writeFileSync(join(root, 'data', 'postgres', 'postmaster.pid'), `${database.pid}\n${root}\n`)
  const { DATA_DIR: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'tools', 'run.mjs'), 'start'], {
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout.match(/The portal was killed; starting it anew …/g)).toHaveLength(5)
  expect(stdout.trim().split('\n').at(-1)).toBe(
    'The portal was killed six times within ten minutes and is not started again. Its last lines above say why.',
  )
  expect(await ended).toBe('SIGINT')
})
