import { auth, realtime } from '@archwire/contract/client.gen.ts'
import type { RealtimeMessage } from '@archwire/contract/events.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { addressOf, ApiError, call } from './api.ts'

/** Changes are gathered this long, then lists and pages that show them ask once. */
const gatherMs = 500
const channelName = 'archwire-realtime'
const firstRetryMs = 2_000
const lastRetryMs = 60_000

/** `opened`: the stream stands; what was asked for before may have changed meanwhile without a word. */
type Heard = RealtimeMessage | { event: 'opened'; ids: number[] }

/**
 * Listens to what changes on the server for as long as the frame is shown. One tab of a browser holds the event stream
 * and tells the others: browsers allow few connections to one server.
 * @returns a function that stops listening
 */
export function listenToChanges(client: QueryClient, onSessionEnd: () => void): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(channelName)
  const gather = gatherer(client, stop.signal)
  const hear = (message: Heard) => {
    if (message.event === 'session.ended') onSessionEnd()
    else gather(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => hear(data))
  const lead = () =>
    holdStream(stop.signal, (message) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      channel.postMessage(message)
      hear(message)
    })
  // Without locks (plain http on a network) every tab holds a stream of its own.
  if ('locks' in navigator) void navigator.locks.request(channelName, { signal: stop.signal }, lead).catch(() => {})
  else void lead()
  return () => {
    stop.abort()
    channel.close()
  }
}

/** Tells this browser's other tabs that the session is over: they leave too. */
export function tellSessionEnded(): void {
  const channel = new BroadcastChannel(channelName)
  const message: RealtimeMessage = { event: 'session.ended', ids: [] }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(message)
  channel.close()
}

/** Keeps the stream open until stopped; says `opened` at first, and after a gap `resync`, for what was missed. */
function holdStream(signal: AbortSignal, tell: (message: Heard) => void): Promise<void> {
  return new Promise((done) => {
    let source: EventSource | undefined
    let retryMs = firstRetryMs
    let timer: ReturnType<typeof setTimeout>
    let hadGap = false
    const open = () => {
      source = new EventSource(addressOf(realtime.stream, {}))
      source.addEventListener('open', () => {
        retryMs = firstRetryMs
        tell({ event: hadGap ? 'resync' : 'opened', ids: [] })
        hadGap = false
      })
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const message = readMessage(data)
        if (message) tell(message)
      })
      source.addEventListener('error', () => {
        hadGap = true
        if (source?.readyState !== EventSource.CLOSED) return
        // The browser does not say why the stream was refused; asking who I am does.
        void call(auth.me, {}).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) tell({ event: 'session.ended', ids: [] })
        })
        timer = setTimeout(open, retryMs)
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

/** Collects messages and refreshes once what shows these records. */
function gatherer(client: QueryClient, stopped: AbortSignal): (message: Heard) => void {
  let patients = new Set<number>()
  let allPatients = false
  let notices = false
  let organizations = false
  let announcement = false
  let all = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    if (stopped.aborted) return
    const ids = patients
    if (all) void client.invalidateQueries()
    else {
      if (allPatients) for (const key of ['patients', ...onScans]) void client.invalidateQueries({ queryKey: [key] })
      else if (ids.size > 0) void client.invalidateQueries({ predicate: (query) => showsPatient(query, ids) })
      if (notices) void client.invalidateQueries({ queryKey: ['notifications'] })
      if (announcement) void client.invalidateQueries({ predicate: showsAnnouncement })
      // Who I am says what I am in which organization.
      if (organizations) for (const key of ['auth', 'organizations']) void client.invalidateQueries({ queryKey: [key] })
    }
    patients = new Set()
    allPatients = false
    notices = false
    organizations = false
    announcement = false
    all = false
  }
  return ({ event, ids }) => {
    if (event === 'patient.changed') ids.forEach((id) => patients.add(id))
    else if (event === 'notification.created') notices = true
    else if (event === 'organization.changed') organizations = true
    else if (event === 'announcement.updated') announcement = true
    else if (event === 'resync') all = true
    else if (event === 'opened') allPatients = notices = announcement = true
    timer ??= setTimeout(refresh, gatherMs)
  }
}

/** Resources that hang on the scans of one case. */
const onScans: readonly string[] = ['pins', 'measurements']

const showsAnnouncement = ({ queryKey }: Query): boolean => String(queryKey[1]).startsWith('settings.announcement')

/** Lists may always show a changed case (it may have come in); a page of one case, or of its request, only when it is that case. */
function showsPatient(query: Query, ids: ReadonlySet<number>): boolean {
  const [resource, route, input] = query.queryKey as [string, string, { params?: { id?: string | number } } | undefined]
  if (route === 'customerRequests.get') {
    const shown = query.state.data as { customer_request: { patient_id: number } } | undefined
    return shown !== undefined && ids.has(shown.customer_request.patient_id)
  }
  const isOnScans = onScans.includes(resource)
  if (resource !== 'patients' && !isOnScans) return false
  const one = isOnScans || route === 'patients.get' || route === 'patients.history'
  return !one || ids.has(Number(input?.params?.id))
}
