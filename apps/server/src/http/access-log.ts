import type { Route } from '@archwire/contract/core/route.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import type { Actor } from '../kernel/actor.ts'
import { writeDenials } from '../kernel/audit.ts'
import { now } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { openRefusalCounts, type CountedRefusal, type RefusalRow } from './refusal-counts.ts'
import { addressOf } from './session-cookie.ts'

/** The record that a refused call named, as far as its address shows. */
export interface NamedRecord {
  organization_id?: number
  patient_id?: number
  params?: Record<string, string>
}

/**
 * Reads and denials: one row each, buffered and written within a quarter of a second and at shutdown (`safety/audit`).
 */
export interface AccessLog {
  read(actor: Actor, route: string, ids: number[]): void
  denied(actor: Actor, route: string, record?: NamedRecord): void
  /** Counts a refusal that may belong to an attack: one row for each minute and network (`safety/refusals`). */
  refused(refusal: CountedRefusal): void
  /** Writes what waits, the counts of this minute included. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Rows per write. Small and frequent: a second's worth at once delayed all concurrent requests. */
const portion = 50
/** Rows that wait while the database is unavailable; beyond that the oldest are lost, and the log reports how many. */
const mostWaiting = 20_000

// A client that hung up before the response no longer has an address; one such row must not cost the others of its
// batch.
const writeReads = prepared<{ rows: string }, never>(
  'access-log',
  ({ rows }) => sql`
    insert into access_log (at, user_id, organization_ids, route, ids, address)
    select at, user_id, organization_ids, route, ids, coalesce(address, '') from jsonb_to_recordset(${rows}::jsonb)
      as x(at timestamptz, user_id int, organization_ids int[], route text, ids int[], address text)`,
)
/**
 * A denial rolls its transaction back, so neither kind of row can be part of one: they wait here until they are
 * written.
 */
export function openAccessLog(db: Db, log: FastifyBaseLogger): AccessLog {
  const reads = openQueue('access log', log, (rows) => writeReads(db, { rows }))
  const denials = openQueue('denials', log, (rows) => writeDenials(db, { rows }))
  // One after the other: a slow database gets larger batches, not more of them.
  let writing = Promise.resolve()
  const counts = openRefusalCounts()
  const noteAll = (rows: RefusalRow[]) => rows.forEach((row) => denials.add(row))
  const write = () => (writing = writing.then(() => reads.write()).then(() => denials.write()))
  const flush = () => {
    noteAll(counts.take({ everything: true }))
    return write()
  }
  const timer = setInterval(() => {
    noteAll(counts.take())
    void write()
  }, 250)
  timer.unref()
  return {
    read(actor, route, ids) {
      const organizations = actor.memberships.map((membership) => membership.organizationId)
      const waiting = reads.add({
        at: now(),
        user_id: actor.userId,
        organization_ids: organizations,
        route,
        ids: ids.slice(0, 200),
        address: actor.address,
      })
      if (waiting === portion) void write()
    },
    denied(actor, route, { params, ...record } = {}) {
      denials.add({
        at: now(),
        user_id: actor.userId,
        action: route,
        address: actor.address,
        data: params ?? null,
        ...record,
      })
    },
    refused: (refusal) => noteAll(counts.add(refusal)),
    flush,
    async close() {
      clearInterval(timer)
      await flush()
      reads.giveUp()
      denials.giveUp()
    },
  }
}

/** Writes rows to a table. Rows that the database does not take now are retried; a bad row is lost alone. */
function openQueue(name: string, log: FastifyBaseLogger, insert: (rows: string) => Promise<unknown>) {
  let waiting: object[] = []
  /** This many at the front are written one by one: there is a bad one among them. */
  let oneByOne = 0
  let told = false
  const lose = (count: number, error?: unknown) => log.error({ err: error, lost: count }, `${name} not written`)

  return {
    add(row: object): number {
      waiting.push(row)
      if (waiting.length > mostWaiting) lose(waiting.splice(0, portion).length)
      return waiting.length
    },
    async write(): Promise<void> {
      while (waiting.length > 0) {
        const rows = waiting.splice(0, oneByOne > 0 ? 1 : portion)
        try {
          await insert(JSON.stringify(rows))
          told = false
          if (oneByOne > 0) oneByOne -= 1
        } catch (error) {
          if (isBadData(error) && rows.length === 1) {
            lose(1, error)
            oneByOne -= 1
            continue
          }
          waiting = [...rows, ...waiting]
          if (isBadData(error)) oneByOne = rows.length
          else {
            if (!told) log.warn({ err: error, waiting: waiting.length }, `${name} waits`)
            told = true
            return
          }
        }
      }
    },
    giveUp(): void {
      if (waiting.length > 0) lose(waiting.splice(0).length)
    },
  }
}

/** Errors that no retry fixes: a value that the table cannot hold. */
function isBadData(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code)
}

/** The record that a call's address names, for the audit of denials. What is not an id stays out of the log. */
export function recordOf(route: Route, request: FastifyRequest): NamedRecord {
  const params = Object.fromEntries(
    Object.entries(request.params as Record<string, string>).filter(([, value]) => /^\d{1,9}$/.test(value)),
  )
  if (Object.keys(params).length === 0) return {}
  const id = Number(params.id)
  const family = /^\/(patients|organizations)\/\{id\}/.exec(route.path)?.[1]
  if (!params.id || !family) return { params }
  return { params, ...(family === 'patients' ? { patient_id: id } : { organization_id: id }) }
}

/** Counts a refusal of this call, if it is of a kind that is counted. */
export function countRefusal(
  { accessLog }: { accessLog: AccessLog },
  route: Route,
  request: FastifyRequest,
  error: unknown,
): void {
  if (!(error instanceof ApiError) || error.suspicion === undefined) return
  accessLog.refused({
    suspicion: error.suspicion,
    route: `${route.method} ${route.path}`,
    userId: request.actor?.userId ?? null,
    address: addressOf(request),
  })
}
