import type { RealtimeEvent, RealtimeMessage } from '@archwire/contract/events.ts'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { NamingClient } from '../db/prepared.ts'
import type { Actor } from '../kernel/actor.ts'

/** What travels between servers: an event, an id, and who may hear of it. */
export interface StreamNotice {
  event: RealtimeEvent
  id: number
  /** One person, everybody who is signed in, or those whose scope reaches the organization (the lab always does). */
  user?: number
  everybody?: true
  organization?: number
  partner?: number | null
}

export const streamChannel = 'archwire_stream'

interface Listener {
  actor: Actor
  reply: FastifyReply
}

/** How often the connection is asked whether it lives; as often as that of the jobs. */
const heartbeatMs = 10_000

/**
 * Open event streams of this process, fed by PostgreSQL's NOTIFY over one connection of its own. Ids only: the client
 * fetches what it shows with its own rights.
 */
export interface StreamHub {
  open(actor: Actor, reply: FastifyReply): void
  close(): Promise<void>
}

export function openStreamHub(
  url: string,
  log: FastifyBaseLogger,
  endedSessions: (ids: number[]) => Promise<number[]>,
): StreamHub {
  const listeners = new Set<Listener>()
  let client: NamingClient | undefined
  let closed = false

  const send = (listener: Listener, message: RealtimeMessage) =>
    listener.reply.raw.write(`data: ${JSON.stringify(message)}\n\n`)
  const end = (listener: Listener) => {
    listeners.delete(listener)
    listener.reply.raw.end()
  }

  async function listen(): Promise<void> {
    const next = new NamingClient({
      connectionString: url,
      application_name: 'archwire-stream',
      keepAlive: true,
      keepAliveInitialDelayMillis: heartbeatMs,
      connectionTimeoutMillis: 5_000,
    })
    next.on('notification', ({ payload = '' }) => {
      const notices = JSON.parse(payload) as StreamNotice[]
      for (const listener of listeners) tell(listener, notices)
    })
    const again = () => {
      if (client !== next || closed) return
      client = undefined
      setTimeout(() => void reconnect(), 500)
    }
    next.on('error', again)
    next.on('end', again)
    await next.connect()
    await next.ask(`listen ${streamChannel}`)
    client = next
  }

  async function reconnect(): Promise<void> {
    if (closed) return
    try {
      await listen()
      // What was missed meanwhile is unknown: everybody looks again.
      for (const listener of listeners) send(listener, { event: 'resync', ids: [] })
    } catch (error) {
      log.warn({ err: error }, 'event stream waits for the database')
      setTimeout(() => void reconnect(), 1000)
    }
  }

  function tell(listener: Listener, notices: StreamNotice[]): void {
    const heard = new Map<RealtimeEvent, number[]>()
    for (const notice of notices)
      if (hears(listener.actor, notice)) heard.set(notice.event, [...(heard.get(notice.event) ?? []), notice.id])
    for (const [event, ids] of heard) send(listener, { event, ids })
  }

  // A connection that went without a word says nothing, as a quiet one does: it is asked.
  const heartbeat = setInterval(() => {
    const asked = client
    if (!asked) return
    const silence = setTimeout(() => {
      log.warn('event stream: the database does not answer; connecting anew')
      asked.cut()
    }, heartbeatMs / 2)
    const answered = () => clearTimeout(silence)
    asked.ask('select 1').then(answered, answered)
  }, heartbeatMs)
  heartbeat.unref()
  const keepAlive = setInterval(() => {
    for (const { reply } of listeners) reply.raw.write(': still here\n\n')
  }, 20_000)
  const watch = setInterval(
    () => void endRevoked().catch((error: unknown) => log.warn({ err: error }, 'sessions not checked')),
    3_000,
  )
  keepAlive.unref()
  watch.unref()

  async function endRevoked(): Promise<void> {
    const ids = [...new Set([...listeners].map(({ actor }) => actor.sessionId).filter((id) => id !== null))]
    if (ids.length === 0) return
    const ended = new Set(await endedSessions(ids))
    for (const listener of listeners) {
      if (listener.actor.sessionId === null || !ended.has(listener.actor.sessionId)) continue
      send(listener, { event: 'session.ended', ids: [] })
      end(listener)
    }
  }

  void reconnect()
  return {
    open(actor, reply) {
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // Nothing else is asked on this connection: it goes with its stream, so that a stop never waits for it.
        connection: 'close',
      })
      reply.raw.write('retry: 2000\n\n')
      const listener = { actor, reply }
      // Came in with the signal to stop: the browser asks again, and then another server.
      if (closed) return end(listener)
      listeners.add(listener)
      reply.raw.on('close', () => listeners.delete(listener))
    },
    async close() {
      closed = true
      clearInterval(keepAlive)
      clearInterval(watch)
      clearInterval(heartbeat)
      for (const listener of listeners) end(listener)
      await client?.leave()
    },
  }
}

/** The scope of the API decides here too: nobody hears of a record that he could not open. */
function hears(actor: Actor, notice: StreamNotice): boolean {
  if (notice.user !== undefined) return notice.user === actor.userId
  if (notice.everybody) return true
  const { scope } = actor
  if (scope.kind === 'lab') return true
  if (scope.kind === 'partner')
    return notice.partner !== null && notice.partner !== undefined && scope.organizations.includes(notice.partner)
  return notice.organization !== undefined && [...scope.all, ...scope.own].includes(notice.organization)
}
