import { auth } from '@archwire/contract/client/auth'
import { realtime } from '@archwire/contract/client/realtime'
import { replayedMs, subjectOf, type RealtimeMessage, type Subject } from '@archwire/contract/subjects.ts'
import type { QueryClient } from '@tanstack/react-query'
import { addressOf, ApiError, call } from './api.ts'
import { isOfAnother } from './person.ts'
import { refreshShown } from './refresh-shown.ts'
import { tabsChannel, type TabMessage } from './tabs.ts'

/** Changes are collected this long, then lists and pages that show them refetch once. */
const gatherMs = 500
/**
 * After a gap every page refetches everything: spread out, so that a restarted server does not get all of them at once.
 */
const spreadMs = 2_000
const firstRetryMs = 2_000
const lastRetryMs = 60_000
/** How long the request for the stream may be on its way, and the page may have asked for things before its shell stood. */
const marginMs = 2_000

/** The session is over, or somebody else's has taken this browser over. */
export type SessionEnd = 'ended' | 'overtaken'

/**
 * Receives changes from the server for as long as the shell is shown. One tab of a browser holds the event stream and
 * forwards to the others: browsers allow few connections to one server.
 * @returns a function that stops it
 */
export function listenToChanges(client: QueryClient, onSessionEnd: (how: SessionEnd) => void): () => void {
  const stop = new AbortController()
  const since = Date.now()
  const channel = new BroadcastChannel(tabsChannel)
  const batch = batchInvalidation(client, stop.signal)
  const receive = (message: TabMessage) => {
    if (message.event === 'session.begun') {
      if (message.ids.some(isOfAnother)) onSessionEnd('overtaken')
    } else if (message.event === 'session.ended') onSessionEnd('ended')
    else batch(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data))
  const lead = () =>
    holdStream(stop.signal, since, (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      channel.postMessage(message)
      receive(message)
    })
  // Without locks (plain http on a network) every tab holds a stream of its own.
  if ('locks' in navigator) void navigator.locks.request(tabsChannel, { signal: stop.signal }, lead).catch(() => {})
  else void lead()
  return () => {
    stop.abort()
    channel.close()
  }
}

/**
 * Keeps the stream open until stopped; emits `resync` for what was missed, unless the server repeats it.
 * @param since when the page began to ask for what it shows, in milliseconds since 1970
 */
function holdStream(signal: AbortSignal, since: number, emit: (message: RealtimeMessage) => void): Promise<void> {
  return new Promise((done) => {
    let source: EventSource | undefined
    let retryMs = firstRetryMs
    let timer: ReturnType<typeof setTimeout>
    let hadGap = false
    const open = () => {
      const askedAt = Date.now()
      const missedMs = Math.max(0, askedAt - since) + marginMs
      const repeats = missedMs <= replayedMs
      source = new EventSource(addressOf(realtime.stream, { query: { missed_ms: repeats ? missedMs : 0 } }))
      source.addEventListener('open', () => {
        retryMs = firstRetryMs
        if (hadGap || !repeats || Date.now() - askedAt > marginMs) emit({ event: 'resync', ids: [] })
        hadGap = false
      })
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const message = readMessage(data)
        if (message) emit(message)
      })
      source.addEventListener('error', () => {
        hadGap = true
        if (source?.readyState !== EventSource.CLOSED) return
        // The browser does not report why the stream was refused; fetching `/me` does.
        void call(auth.me, {}).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) emit({ event: 'session.ended', ids: [] })
        })
        timer = setTimeout(open, retryMs * (0.75 + Math.random() / 2))
        retryMs = Math.min(retryMs * 2, lastRetryMs)
      })
    }
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source?.close()
      done()
    })
    open()
  })
}

function readMessage(data: string): RealtimeMessage | undefined {
  try {
    const message = JSON.parse(data) as RealtimeMessage
    return Array.isArray(message.ids) ? message : undefined
  } catch {
    return undefined
  }
}

/** Collects messages and refreshes what shows these records once. */
function batchInvalidation(client: QueryClient, stopped: AbortSignal): (message: RealtimeMessage) => void {
  let changed: Map<Subject, Set<number> | 'any'> = new Map()
  let all = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    if (stopped.aborted) return
    void refreshShown(client, all ? 'all' : changed)
    changed = new Map()
    all = false
  }
  const add = (subject: Subject, ids: number[]) => {
    const known = changed.get(subject) ?? new Set()
    if (known !== 'any') changed.set(subject, new Set([...known, ...ids]))
  }
  return ({ event, ids }) => {
    if (event === 'resync') all = true
    else {
      const subject = subjectOf(event)
      if (subject) add(subject, ids)
    }
    timer ??= setTimeout(refresh, gatherMs + (event === 'resync' ? Math.random() * spreadMs : 0))
  }
}
