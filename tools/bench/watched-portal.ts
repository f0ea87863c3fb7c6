import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '../../apps/server/src/config.ts'
import { start } from '../../apps/server/src/runtime.ts'

/**
 * The real server with its worker, and a watch on its event loop that is controlled over IPC: 'start' starts to count,
 * 'end' returns how late timers were since then, in milliseconds.
 */
export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

/** How often the watch checks, in milliseconds; its figures include this interval, which is not a delay. */
const resolution = 2
const running = await start(readConfig(process.env))
const delay = monitorEventLoopDelay({ resolution })
const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution)
process.on('message', (message) => {
  if (message === 'begin') {
    delay.reset()
    delay.enable()
    return
  }
  delay.disable()
  process.send!({ p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) })
})
const end = () => void running.stop().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
process.on('disconnect', end)
process.send!({ ready: running.url })
