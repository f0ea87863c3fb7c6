import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'

/** Reads and denials: one row each, gathered and flushed within a second and at shutdown (rule 39). */
export interface AccessLog {
  read(actor: Actor, route: string, ids: number[]): void
  denied(actor: Actor, route: string): void
  flush(): Promise<void>
  close(): Promise<void>
}

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

  const flush = async () => {
    const [seen, refused] = [reads, denials]
    ;[reads, denials] = [[], []]
    try {
      if (seen.length > 0) await db.insertInto('access_log').values(seen).execute()
      if (refused.length > 0) await db.insertInto('audit_log').values(refused).execute()
    } catch (error) {
      log.error({ err: error, lost: seen.length + refused.length }, 'access log not written')
    }
  }
  const timer = setInterval(() => void flush(), 1000)
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
