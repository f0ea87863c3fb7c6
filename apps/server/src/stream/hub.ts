import {
  replayedMs,
  subjectOf,
  subjects,
  type RealtimeEvent,
  type RealtimeMessage,
  type SubjectSpec,
} from '@archwire/contract/subjects.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { NamingClient } from '../db/prepared.ts'
import { holds, rightsOf, type Actor } from '../kernel/actor.ts'
import { rememberNotices } from './recent-notices.ts'

/** A message between servers: an event, an id, and its receivers. */
export interface StreamNotice {
  event: RealtimeEvent
  id: number
  /** One person, everyone who is signed in, or those whose scope reaches the organization (the lab always does). */
  user?: number
  everybody?: true
  /** The lab's people with this permission. */
  lab?: Permission
  organization?: number
  /** The partner that the case is assigned to, or that the organization names. */
  partner?: number | null
  /** Of a case: whose own it is. Members with own cases receive only these. */
  own?: { doctor: number | null; creator: number | null }
}

export const streamChannel = 'archwire_stream'

interface Listener {
  actor: Actor
  reply: FastifyReply
}

/** How often the connection is checked; as often as that of the jobs. */
const heartbeatMs = 10_000
/** Streams that one person may have open at this server; beyond that the oldest is closed. */
const mostPerPerson = 20
/** Bytes buffered for a slow reader; beyond that the stream is cut, and the page reconnects. */
const mostWaiting = 64 * 1024

/**
 * Open event streams of this process, fed by PostgreSQL's NOTIFY over one connection of its own. Ids only: the client
 * fetches what it shows with its own rights.
 */
export interface StreamHub {
  /**
   * @param missedMs how far back to repeat what was announced, in milliseconds; 0: not at all. Where that is not known
   * whole, the page gets `resync`.
   */
  open(actor: Actor, reply: FastifyReply, missedMs: number): void
  close(): Promise<void>
}

/**
 * @param live the current people behind these sessions, with current rights; sessions that have ended or been idle for
 * too long are missing
 */
export function openStreamHub(
  url: string,
  log: FastifyBaseLogger,
  live: (sessionIds: number[]) => Promise<Map<number, Actor>>,
): StreamHub {
  const listeners = new Set<Listener>()
  const recent = rememberNotices(replayedMs)
  let client: NamingClient | undefined
  let closed = false

  const write = (listener: Listener, text: string) => {
    const { raw } = listener.reply
    if (raw.writableLength <= mostWaiting) return void raw.write(text)
    listeners.delete(listener)
    raw.destroy()
  }
  const send = (listener: Listener, message: RealtimeMessage) => write(listener, `data: ${JSON.stringify(message)}\n\n`)
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
      recent.add(notices)
      for (const listener of listeners) emit(listener, notices)
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
    recent.restart()
  }

  async function reconnect(): Promise<void> {
    if (closed) return
    try {
      await listen()
      // What was missed in the meantime is unknown: every page refreshes.
      for (const listener of listeners) send(listener, { event: 'resync', ids: [] })
    } catch (error) {
      log.warn({ err: error }, 'event stream waits for the database')
      setTimeout(() => void reconnect(), 1000)
    }
  }

  function emit(listener: Listener, notices: StreamNotice[]): void {
    const heard = new Map<RealtimeEvent, Set<number>>()
    for (const notice of notices)
      if (mayReceive(listener.actor, notice))
        heard.set(notice.event, (heard.get(notice.event) ?? new Set()).add(notice.id))
    for (const [event, ids] of heard) send(listener, { event, ids: [...ids] })
  }

  /** A page asks for its lists before its stream is open: it receives what changed in between. */
  function repeat(listener: Listener, missedMs: number): void {
    const notices = recent.ofLast(missedMs)
    if (notices) emit(listener, notices)
    else send(listener, { event: 'resync', ids: [] })
  }

  // A connection that died silently looks like a quiet one, so it is pinged.
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
    for (const listener of listeners) write(listener, ': still here\n\n')
  }, 20_000)
  const watch = setInterval(
    () => void lookAgain().catch((error: unknown) => log.warn({ err: error }, 'sessions not checked')),
    3_000,
  )
  keepAlive.unref()
  watch.unref()

  /** Ends streams of ended sessions, and updates what the others may receive. */
  async function lookAgain(): Promise<void> {
    const ids = [...new Set([...listeners].map(({ actor }) => actor.sessionId).filter((id) => id !== null))]
    if (ids.length === 0) return
    const present = await live(ids)
    for (const listener of listeners) {
      const { sessionId } = listener.actor
      if (sessionId === null || !ids.includes(sessionId)) continue
      const actor = present.get(sessionId)
      if (!actor) {
        send(listener, { event: 'session.ended', ids: [] })
        end(listener)
        continue
      }
      const changed = rightsOf(actor) !== rightsOf(listener.actor)
      listener.actor = actor
      // What this page shows may be out of reach by now: it fetches everything again.
      if (changed) send(listener, { event: 'resync', ids: [] })
    }
  }

  void reconnect()
  return {
    open(actor, reply, missedMs) {
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // This connection serves nothing else: it closes with its stream, so that a stop never waits for it.
        connection: 'close',
      })
      reply.raw.write('retry: 2000\n\n')
      const listener = { actor, reply }
      // Arrived with the signal to stop: the browser reconnects, to another server.
      if (closed) return end(listener)
      const own = [...listeners].filter((listener) => listener.actor.userId === actor.userId)
      for (const oldest of own.slice(0, Math.max(0, own.length + 1 - mostPerPerson))) end(oldest)
      listeners.add(listener)
      if (missedMs > 0) repeat(listener, missedMs)
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

/** What the contract says of the records that an event is about; undefined for events about the stream itself. */
const changedBy = (event: RealtimeEvent): SubjectSpec['changed'] | undefined => {
  const subject = subjectOf(event)
  return subject && subjects[subject].changed
}

/**
 * The scope of the API applies here too: no one receives events of a record that they cannot read. Members with own cases
 * receive those of their cases, and of what the organization's people read.
 */
export function mayReceive(
  actor: Pick<Actor, 'userId' | 'scope' | 'permissions' | 'memberships'>,
  notice: StreamNotice,
): boolean {
  if (notice.user !== undefined) return notice.user === actor.userId
  if (notice.everybody) return true
  const { scope } = actor
  if (notice.lab) return scope.kind === 'lab' && actor.permissions.has(notice.lab)
  if (scope.kind === 'lab') return true
  const { organization } = notice
  const changed = changedBy(notice.event)
  if (scope.kind === 'partner')
    return (
      changed?.readBy?.partner !== false &&
      [notice.partner, organization].some((id) => typeof id === 'number' && scope.organizations.includes(id))
    )
  if (organization === undefined) return false
  const seesAll = scope.all.includes(organization)
  if (!seesAll && !scope.own.includes(organization)) return false
  if (changed?.readBy) return holds(actor, [changed.readBy.permission], organization)
  if (seesAll || changed?.audience !== 'case') return true
  return notice.own?.doctor === scope.user || notice.own?.creator === scope.user
}
