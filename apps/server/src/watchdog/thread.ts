import { writeSync } from 'node:fs'
import { Session, type Debugger } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/**
 * The watching thread (watchdog/index.ts). It counts its own turns, not the clock: a machine that was asleep is not a
 * hang.
 */
const { beats, seconds } = workerData as { beats: Int32Array; seconds: number }
const turnMs = 500

let seen = Atomics.load(beats, 0)
let silent = 0
while (silent * turnMs < seconds * 1000) {
  await sleep(turnMs)
  const present = Atomics.load(beats, 0)
  silent = present === seen ? silent + 1 : 0
  seen = present
}
const stack = await Promise.race([whereItStands(), sleep(3000, [] as string[])])
writeSync(
  2,
  `${JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, stack, msg: `the event loop has not turned for ${seconds} s; ending the process` })}\n`,
)
// No core dump: it would contain patients' data. An exit from here would end only this thread.
process.kill(process.pid, 'SIGKILL')
// The first process of a container cannot be killed by a signal from inside it: there the main thread is made to exit.
await sleep(200)
const session = new Session()
session.connectToMainThread()
await session.post('Runtime.evaluate', { expression: 'process.reallyExit(70)' })

/** Functions and lines of the main thread, innermost first; never values. Empty where the debugger cannot interrupt it. */
async function whereItStands(): Promise<string[]> {
  try {
    const session = new Session()
    session.connectToMainThread()
    const files = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ params }) => void files.set(params.scriptId, params.url))
    const paused = new Promise<Debugger.CallFrame[]>((resolve) =>
      session.once('Debugger.paused', ({ params }) => resolve(params.callFrames)),
    )
    await session.post('Debugger.enable')
    await session.post('Debugger.pause')
    return (await paused)
      .slice(0, 30)
      .map(
        ({ functionName, location }) =>
          `${functionName || '(anonymous)'} ${files.get(location.scriptId) ?? ''}:${location.lineNumber + 1}`,
      )
  } catch (error) {
    return [String(error)]
  }
}
