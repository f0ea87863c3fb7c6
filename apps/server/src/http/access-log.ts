import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'

/** Reads and denials: one row each, gathered and written within a quarter of a second and at shutdown (rule 39). */
export interface AccessLog {
  read(actor: Actor, route: string, ids: number[]): void
  denied(actor: Actor, route: string): void
  flush(): Promise<void>
  close(): Promise<void>
}

/** Rows that are written at once. Small ones often: a second's worth in one piece held up everybody who came meanwhile. */
const portion = 50

// Who has hung up before the answer has no address any more; one such row must not cost the others of its portion.
const writeReads = prepared<{ rows: string }, never>(
  'access-log',
  ({ rows }) => sql`
    insert into access_log (at, user_id, organization_ids, route, ids, address)
    select at, user_id, organization_ids, route, ids, coalesce(address, '') from jsonb_to_recordset(${rows}::jsonb)
      as x(at timestamptz, user_id int, organization_ids int[], route text, ids int[], address text)`,
)

export function openAccessLog(db: Db, log: FastifyBaseLogger): AccessLog {
  let reads: {
    at: Date
    user_id: number
    organization_ids: number[]
    route: string
    ids: number[]
    address: string
  }[] = []
  let denials: { at: Date; user_id: number; action: string; outcome: string; address: string }[] = []

  const write = async () => {
    const [seen, refused] = [reads, denials]
    ;[reads, denials] = [[], []]
    try {
      for (let at = 0; at < seen.length; at += portion)
        await writeReads(db, { rows: JSON.stringify(seen.slice(at, at + portion)) })
      if (refused.length > 0) await db.insertInto('audit_log').values(refused).execute()
    } catch (error) {
      log.error({ err: error, lost: seen.length + refused.length }, 'access log not written')
    }
  }
  // One after the other: a slow database gets longer portions, not more of them.
  let writing = Promise.resolve()
  const flush = () => (writing = writing.then(write))
  const timer = setInterval(() => void flush(), 250)
  timer.unref()
  return {
    read(actor, route, ids) {
      const organizations = actor.memberships.map((membership) => membership.organizationId)
      reads.push({
        at: now(),
        user_id: actor.userId,
        organization_ids: organizations,
        route,
        ids: ids.slice(0, 200),
        address: actor.address,
      })
      if (reads.length === portion) void flush()
    },
    denied(actor, route) {
      denials.push({ at: now(), user_id: actor.userId, action: route, outcome: 'denied', address: actor.address })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
