import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server under measurement, in a separate process. */
export interface ServerProcess {
  url: string
  pid: number
  /** From spawn to the first 200 of /readyz. */
  startMilliseconds: number
  /** Ends it and waits until it has exited. */
  stop(): Promise<void>
}

/** Starts a Node program that listens on PORT and answers /readyz; what it prints goes to a file. */
export async function startServer(
  program: string,
  environment: Record<string, string>,
  logFile: string,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort()
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const began = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeOptions, program], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...environment },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() - began > 60_000)
      throw new TypeError(`${program} did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
    await sleep(5)
  }
  return {
    url,
    pid: child.pid!,
    startMilliseconds: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Seconds of processor time (user and system) that a process has used; NaN where the system has no /proc. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    // Fields 14 and 15 of proc(5), in ticks; Linux counts 100 a second on every platform that Node runs on.
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

/** Memory that a process holds now, in megabytes; NaN where the system has no /proc. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
