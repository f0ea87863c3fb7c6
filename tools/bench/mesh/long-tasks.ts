import type { Browser, Page } from '@playwright/test'

/** A complete event of Chromium's trace (Trace Event Format); microseconds. */
interface TraceEvent {
  name: string
  ts: number
  dur?: number
  pid: number
  tid: number
  args: { name?: string }
}

/** What the engine calls the work of scripts. */
const script = ['v8.compileModule', 'v8.evaluateModule', 'v8.callFunction', 'RunMicrotasks']

/**
 * The longest task in which the page's thread ran a script while `work` went on, in milliseconds: the whole task, with the
 * style and layout that the script asked for. Workers have threads of their own.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  )
  const timed = traceEvents.filter((event) => event.dur && main.has(thread(event)))
  const scripts = timed.filter(({ name }) => script.includes(name))
  const isInside = (inner: TraceEvent, outer: TraceEvent) =>
    thread(inner) === thread(outer) && inner.ts >= outer.ts && inner.ts <= outer.ts + outer.dur!
  const tasks = timed.filter(({ name }) => name === 'RunTask')
  const ours = tasks.filter((task) => task.dur! > 5000 && scripts.some((slice) => isInside(slice, task)))
  if (scripts.length === 0) throw new TypeError('The trace shows no script at all.')
  return Math.max(...ours.map(({ dur }) => dur! / 1000), 0)
}
