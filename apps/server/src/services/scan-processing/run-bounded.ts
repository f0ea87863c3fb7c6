import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { framesOf, wordsOf } from '../../kernel/error-line.ts'

export type Bounds = {
  /** Resident memory above which the child is killed. */
  maxResidentBytes?: number
  /** Processor time of all its threads above which the child is killed. */
  processorMs?: number
  /** Time after which a child that uses no processor is killed, too. */
  wallMs?: number
}

/**
 * What the child printed, or why there is nothing: `reason` is a sentence for people, `end` is the cause, and `detail`
 * is for the log alone: how it ended and where, no text of the file. `memory`, `time` and `output` are bounds that the
 * file hit, `crash` is a program that failed without being killed. `killed`: the system ended it, or could not start
 * it, or it was not done after a long time by the clock, which says nothing about the file; try again.
 */
export type BoundedResult<Outcome> =
  | { ok: true; outcome: Outcome }
  | { ok: false; reason: string; end: End; detail: string }

export type End = 'memory' | 'time' | 'output' | 'crash' | 'killed'

const DEFAULT_RESIDENT = 512 * 1024 * 1024
const DEFAULT_PROCESSOR_MS = 60_000
/** Beside processes of normal priority that keep every core busy, a child with `NICENESS` gets a quarter of a core. */
const WALL_PER_PROCESSOR = 5
const NICENESS = 5
/** The longest that a check takes, however busy the machine is. */
export const LONGEST_CHECK_MS = DEFAULT_PROCESSOR_MS * WALL_PER_PROCESSOR
/** In /proc, processor time is counted in hundredths of a second. */
const TICK_MS = 10
const POLL_MS = 50
const MOST_OUTPUT = 1024 * 1024
/** Room in the data segment for what V8 and its threads reserve without touching it. */
const DATA_HEADROOM = 2

const REASONS: Record<End, string> = {
  memory: 'The file needs more memory to check than one file may have.',
  time: 'Checking the file took too long.',
  output: 'The file could not be checked.',
  crash: 'The file could not be checked: it may be damaged or too large.',
  killed: 'Checking this file was interrupted by the system. The file may be fine.',
}

const MOST_DETAIL = 2000

/**
 * Runs a child program on untrusted bytes (`safety/parsing`): `program` is a TypeScript file that reads JSON `input`
 * from standard input and prints one JSON line (`runChildTask`). The child has lower priority, limits of data and
 * processor time where the shell knows `ulimit`, resident memory and processor time watched every 50 ms where there is
 * /proc, a timer, and bounded output. Processor time bounds the work of a check, because a good file takes long where
 * other processes keep the machine busy; the timer is for a child that hangs. Resolves whatever the file did to the
 * child; never rejects.
 */
export async function runBounded<Outcome>(
  program: string,
  input: unknown,
  bounds: Bounds = {},
): Promise<BoundedResult<Outcome>> {
  const { maxResidentBytes = DEFAULT_RESIDENT, processorMs = DEFAULT_PROCESSOR_MS } = bounds
  const { wallMs = processorMs * WALL_PER_PROCESSOR } = bounds
  const child = start(program, maxResidentBytes, processorMs)
  lowerPriority(child)
  let end: End | null = null
  const stop = (why: End) => {
    end ??= why
    child.kill('SIGKILL')
  }
  // It hangs, or the machine has no time for it: neither is known to be the file's fault.
  const timer = setTimeout(() => stop('killed'), wallMs)
  const watch = setInterval(() => {
    void residentBytes(child.pid).then((bytes) => bytes > maxResidentBytes && stop('memory'))
    void usedProcessorMs(child.pid).then((used) => used > processorMs && stop('time'))
  }, POLL_MS)
  const failed = (why: End, detail: string) => ({ ok: false as const, reason: REASONS[why], end: why, detail })
  try {
    const printed = collect(child, () => stop('output'))
    const complaints = hear(child)
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(JSON.stringify(input))
    const { code, signal } = await exit(child)
    if (end) return failed(end, `ended by us: ${end === 'killed' ? `not done after ${wallMs} ms by the clock` : end}`)
    if (code !== 0 || signal)
      // Any other output may quote the file, which is private (`safety/error-lines`).
      return failed(
        endOf(signal, complaints()),
        [`exit ${code}, signal ${signal}`, ...framesOf(complaints())].join('\n'),
      )
    const outcome = parsed<Outcome>(printed())
    return outcome === undefined ? failed('output', 'printed no JSON') : { ok: true, outcome }
  } catch (error) {
    return failed('killed', `not started: ${wordsOf(error)}`)
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}

/**
 * The cause of an end that was not ours: the program itself, the limits it was started with (processor time; memory
 * that the engine could not get, which it reports before it aborts), or the system.
 */
function endOf(signal: string | null, complaints: string): End {
  if (signal === 'SIGXCPU') return 'time'
  if (/out of memory|allocation failed|bad_alloc/i.test(complaints)) return 'memory'
  return signal === null ? 'crash' : 'killed'
}

function start(program: string, maxResidentBytes: number, processorMs: number): ChildProcess {
  const options = { stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'], env: childEnvironment() }
  if (process.platform === 'win32') return spawn(process.execPath, [program], options)
  const kilobytes = Math.ceil((maxResidentBytes * DATA_HEADROOM) / 1024)
  // These end a child that spins where nothing watches it: without /proc, or after its server was killed. The soft limit
  // sends SIGXCPU, which says why; the hard one cannot be caught.
  const seconds = Math.ceil(processorMs / 1000) + 1
  // The paths travel as arguments, never as shell text; a shell that lacks one of the limits continues without it. When
  // memory is short the kernel ends a check before it ends the worker.
  const script =
    '{ echo 900 > /proc/self/oom_score_adj; } 2>/dev/null; ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; ulimit -H -t "$3" 2>/dev/null; shift 3; exec "$@"'
  const limits = [kilobytes, seconds, seconds + 1].map(String)
  return spawn('/bin/sh', ['-c', script, 'sh', ...limits, process.execPath, program], options)
}

/** Only what a program needs to start: the child sees no secret of the server. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, SystemRoot, NODE_COMPILE_CACHE } = process.env
  return {
    ...(PATH && { PATH }),
    ...(TMPDIR && { TMPDIR }),
    ...(SystemRoot && { SystemRoot }),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    UV_THREADPOOL_SIZE: '2',
  }
}

function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid) setPriority(child.pid, NICENESS)
  } catch {
    // It may have exited already; priority is a courtesy, not a bound.
  }
}

/** Resident memory of a process from /proc; 0 where there is none or the process has ended. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Processor time of all threads of a process from /proc; 0 where there is none or the process has ended. */
async function usedProcessorMs(pid: number | undefined): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The name before the last parenthesis may hold spaces; time in the program and in the kernel are 12th and 13th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

function collect(child: ChildProcess, tooMuch: () => void): () => string {
  const parts: Buffer[] = []
  let length = 0
  child.stdout?.on('data', (part: Buffer) => {
    length += part.length
    if (length > MOST_OUTPUT) tooMuch()
    else parts.push(part)
  })
  return () => Buffer.concat(parts).toString('utf8')
}

/** Keeps the beginning of the child's error output. */
function hear(child: ChildProcess): () => string {
  let heard = ''
  child.stderr?.on('data', (part: Buffer) => {
    if (heard.length < MOST_DETAIL) heard = (heard + part.toString('utf8')).slice(0, MOST_DETAIL)
  })
  return () => heard
}

function exit(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

function parsed<Outcome>(printed: string): Outcome | undefined {
  try {
    return JSON.parse(printed) as Outcome
  } catch {
    return undefined
  }
}
