import type { RealtimeEvent } from '@archwire/contract/subjects.ts'
import { CompiledQuery, sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import { subscribersOf, type PublishedActivity } from '../activities/subscribers.ts'
import type { Db } from '../db/client.ts'
import type { EventPayload } from '../kernel/outbox.ts'
import { streamChannel, type StreamNotice } from '../stream/hub.ts'

type OutboxRow = { id: number; priority: number } & (
  | { kind: 'job'; name: string; payload: object }
  | { kind: 'activity'; name: string; payload: PublishedActivity }
  | { kind: 'event'; name: RealtimeEvent; payload: EventPayload }
)

const noticeOf = (event: RealtimeEvent, payload: EventPayload): StreamNotice => ({
  event,
  id: payload.id,
  ...(payload.user_id === undefined ? {} : { user: payload.user_id }),
  ...(payload.everybody === true ? { everybody: true } : {}),
  ...(payload.lab === undefined ? {} : { lab: payload.lab }),
  ...(payload.organization_id === undefined ? {} : { organization: payload.organization_id }),
  partner: payload.partner ?? null,
  ...(payload.own === undefined ? {} : { own: payload.own }),
})

/** The jobs that a row asks for: one, or of an activity one for each of its subscribers. */
function jobsOf(row: OutboxRow): { name: string; data: object; priority: number }[] {
  const { priority } = row
  if (row.kind === 'job') return [{ name: row.name, data: row.payload, priority }]
  if (row.kind === 'event') return []
  return subscribersOf(row.payload).map(({ job, payload }) => ({ name: job, data: payload(row.payload), priority }))
}

/**
 * One publisher per server: every 50 ms it takes what commits left in the outbox, turns it into jobs and one NOTIFY,
 * and deletes it, in one transaction. Killed anywhere, either the rows remain or everything has happened. (NOTIFY in
 * every writer's own transaction would take a global lock at its commit.)
 */
export function openPublisher(db: Db, boss: PgBoss, log: FastifyBaseLogger): { close(): Promise<void> } {
  let closed = false
  const loop = (async () => {
    while (!closed) {
      try {
        const busy = await publishOnce(db, boss)
        if (!busy) await new Promise((resolve) => setTimeout(resolve, 50))
      } catch (error) {
        if (!closed) log.warn({ err: error }, 'outbox waits')
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  })()
  return {
    async close() {
      closed = true
      await loop
    },
  }
}

/** Publishes up to 200 rows. Returns whether there may be more. */
export async function publishOnce(db: Db, boss: PgBoss): Promise<boolean> {
  const waiting = await db.selectFrom('outbox').select('id').limit(1).executeTakeFirst()
  if (!waiting) return false
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<OutboxRow>`
      delete from outbox where id in (select id from outbox order by id limit 200 for update skip locked)
      returning id, kind, name, payload, priority`.execute(trx)
    const executeSql = async (text: string, values: unknown[] = []) => ({
      rows: (await trx.executeQuery<object>(CompiledQuery.raw(text, values))).rows,
    })
    for (const [name, jobs] of Map.groupBy(rows.flatMap(jobsOf), (job) => job.name))
      await boss.insert(
        name,
        jobs.map(({ data, priority }) => ({ data, priority })),
        { db: { executeSql } },
      )
    const notices = rows.filter((row) => row.kind === 'event').map(({ name, payload }) => noticeOf(name, payload))
    // NOTIFY carries at most 8,000 bytes.
    for (let at = 0; at < notices.length; at += 45)
      await sql`select pg_notify(${streamChannel}, ${JSON.stringify(notices.slice(at, at + 45))})`.execute(trx)
    return rows.length > 0
  })
}
