import { Worker } from 'node:worker_threads'

/** Ends the watch; the process then runs without a limit. */
export interface Watchdog {
  stop(): Promise<void>
}

const beatMs = 500

/**
 * Ends this process (SIGKILL; exit code 70 as the first process of a container) when its event loop has not turned for
 * `seconds` (`safety/ends`): such a process handles nothing, not even a signal to stop, and its supervisor (unit,
 * container, `npm start`) restarts it. A separate thread watches, because a timer of the loop would stop with it. The
 * code that blocked the loop is logged to standard error as one line.
 */
export function startWatchdog(seconds: number): Watchdog {
  // A debugger stops the loop on purpose.
  if (process.execArgv.some((flag) => flag.startsWith('--inspect'))) return { stop: async () => {} }
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(new URL('thread.ts', import.meta.url), { workerData: { beats, seconds }, name: 'watchdog' })
  thread.unref()
  // Without its watchdog a process works as before, but an operator should know.
  thread.on('error', (error) =>
    process.stderr.write(`${JSON.stringify({ level: 50, msg: 'no watchdog', type: error.name })}\n`),
  )
  const timer = setInterval(() => void Atomics.add(beats, 0, 1), beatMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await thread.terminate()
    },
  }
}
