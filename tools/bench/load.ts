import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { bytesOf, openLines } from './lines.ts'

/** One call of a scenario. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Calls to make in turn, or a function that makes a new one each time. */
export type Calls = readonly Call[] | (() => Call)

export interface Load {
  /** Requests a second. */
  rate: number
  requests: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export const connections = 8

/** As many calls as `connections` open connections can complete, one after the other on each. Throws when one fails. */
export async function fullLoad(url: string, calls: Calls, seconds: number): Promise<Load> {
  const times: number[] = []
  const began = performance.now()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      { url, connections, duration: seconds, requests: asRequests(calls), sampleInt: 100 },
      (error: unknown, done) => (error ? reject(error as Error) : resolve(done)),
    )
    run.on('response', (_client, _status, _bytes, time) => void times.push(time))
  })
  const elapsed = (performance.now() - began) / 1000
  if (result.non2xx > 0 || result.errors > 0)
    throw new TypeError(
      `${result.non2xx + result.errors} of ${times.length} calls failed: ${JSON.stringify(result.statusCodeStats)}`,
    )
  return { rate: times.length / elapsed, requests: times.length, ...percentiles(times) }
}

const asRequests = (calls: Calls): autocannon.Request[] =>
  typeof calls === 'function'
    ? // autocannon reuses what `setupRequest` returns; every call is new.
      [{ method: 'POST', setupRequest: (request) => ({ ...request, ...calls() }) }]
    : calls.map((call) => ({ ...call }))

/**
 * Calls at a steady rate, whether or not earlier ones have completed; each time counts from when its call was due.
 * (autocannon's own rate sends a second's calls in one burst and then rests.)
 */
export async function steadyLoad(url: string, calls: readonly Call[], rate: number, seconds: number): Promise<Load> {
  const { hostname, port } = new URL(url)
  const requests = calls.map((call) => bytesOf(call, `${hostname}:${port}`))
  const line = openLines(hostname, Number(port))
  const times: number[] = []
  let failed = 0
  const total = Math.round(rate * seconds)
  const began = performance.now()
  const answers: Promise<void>[] = []
  for (let sent = 0; sent < total;) {
    const due = (at: number) => began + (at / rate) * 1000
    for (; sent < total && due(sent) <= performance.now(); sent += 1) {
      const since = due(sent)
      answers.push(
        line.ask(requests[sent % requests.length]!).then((status) => {
          if (status !== 200) failed += 1
          times.push(performance.now() - since)
        }),
      )
    }
    await sleep(1)
  }
  await Promise.all(answers)
  line.close()
  if (failed > 0) throw new TypeError(`${failed} of ${total} calls failed at a steady rate`)
  return { rate: total / ((performance.now() - began) / 1000), requests: total, ...percentiles(times) }
}

function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
