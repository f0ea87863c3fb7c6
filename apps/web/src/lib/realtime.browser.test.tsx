import { replayedMs } from '@archwire/contract/subjects.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToChanges } from './realtime.ts'
import { holdForDeletion } from './refresh-shown.ts'

/** A stream that opens and fails when the test says so. */
class StubSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: StubSource[] = []
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    StubSource.opened.push(this)
  }
  close() {
    this.readyState = StubSource.CLOSED
  }
  hear(event: string, ids: number[]) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ event, ids }) }))
  }
}

let client: QueryClient
let stop: () => void
let source: StubSource
const asked = { list: 0, me: 0 }
beforeEach(async () => {
  StubSource.opened = []
  vi.stubGlobal('EventSource', StubSource)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  for (const [name, shows] of Object.entries({ list: ['case'], me: ['account'] })) {
    const queryFn = () => (asked[name as keyof typeof asked] += 1)
    const observed = client.getQueryCache().build(client, { queryKey: [name], queryFn, meta: { shows } })
    await observed.fetch()
  }
  asked.list = asked.me = 0
  stop = listenToChanges(client, () => {})
  await vi.waitFor(() => expect(StubSource.opened).toHaveLength(1))
  source = StubSource.opened[0]!
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const isStale = () => ['list', 'me'].map((name) => client.getQueryState([name])!.isInvalidated)
const open = () => source.dispatchEvent(new Event('open'))
const wait = () => vi.advanceTimersByTime(5_000)

test('a page that opens asks for nothing twice: the server repeats what it missed', () => {
  const missed = Number(new URL(source.url, location.href).searchParams.get('missed_ms'))
  expect(missed).toBeGreaterThanOrEqual(2_000)
  expect(missed).toBeLessThanOrEqual(replayedMs)
  open()
  wait()
  expect(isStale()).toEqual([false, false])
  source.hear('patient.changed', [7])
  wait()
  expect(isStale()).toEqual([true, false])
})

test('a stream that opened late makes the page ask for everything', () => {
  vi.advanceTimersByTime(2_001)
  open()
  wait()
  expect(isStale()).toEqual([true, true])
})

test('after a gap the page asks for everything', () => {
  open()
  wait()
  source.dispatchEvent(new Event('error'))
  open()
  wait()
  expect(isStale()).toEqual([true, true])
})

test('while this page deletes a record nothing is asked for again; what was reported meanwhile is, afterwards', async () => {
  open()
  const release = holdForDeletion(client, new Map([['case', 'any']]))
  source.hear('patient.changed', [7])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isStale()).toEqual([false, false])
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(isStale()).toEqual([true, false])
})

test('a deletion cancels what is on its way for the record, and leaves the rest', async () => {
  let canceled: string[] = []
  const slow =
    (name: string) =>
    ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>(() => signal.addEventListener('abort', () => (canceled = [...canceled, name])))
  for (const [name, shows] of Object.entries({ list: ['case'], me: ['account'] }))
    void client.fetchQuery({ queryKey: [name], queryFn: slow(name), meta: { shows }, staleTime: 0 }).catch(() => {})
  const release = holdForDeletion(client, new Map([['case', 'any']]))
  await vi.advanceTimersByTimeAsync(0)
  expect(canceled).toEqual(['list'])
  release()
})
