import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { rowsOf } from './client.ts'
import type { Portal } from './portal.ts'

interface Orphan {
  id: string
  name: string
  killedAt: number
  startedAt: number
  /** The longest pause that the job's own tries allow, in milliseconds: it doubles each time that its worker dies. */
  pause: number
  /** Milliseconds until someone worked on it again; undefined while no one does. */
  pickedUpAfter: number | undefined
}

/** Watches the jobs that a killed worker had in its hands until another one takes them. */
export interface OrphanedJobs {
  /** To be called right after a worker was killed. */
  note(): Promise<void>
  /** Waits until all were picked up, two and a half minutes at most. */
  settled(): Promise<readonly Orphan[]>
  close(): Promise<void>
}

export function watchOrphanedJobs(portal: Portal): OrphanedJobs {
  const orphans: Orphan[] = []
  let closed = false
  const waiting = () => orphans.filter((orphan) => orphan.pickedUpAfter === undefined)
  async function look(): Promise<void> {
    const ids = waiting().map((orphan) => orphan.id)
    if (ids.length === 0) return
    const jobs = await rowsOf(
      portal,
      sql<{ id: string; state: string; started: number }>`
        select id, state, (extract(epoch from started_on) * 1000)::float8 as started from pgboss.job where id = any(${ids}::uuid[])`,
    )
    for (const orphan of waiting()) {
      const job = jobs.find(({ id }) => id === orphan.id)
      // Its row goes when it is done and kept no longer.
      if (!job || job.state === 'completed' || (job.state === 'active' && job.started > orphan.startedAt))
        orphan.pickedUpAfter = Date.now() - orphan.killedAt
    }
  }
  const loop = (async () => {
    while (!closed) {
      await look()
      await sleep(250)
    }
  })()
  return {
    async note() {
      const killedAt = Date.now()
      const active = await rowsOf(
        portal,
        sql<{ id: string; name: string; started: number; pause: number }>`
          select id, name, (extract(epoch from started_on) * 1000)::float8 as started,
            least(coalesce(retry_delay_max, 86400), greatest(retry_delay, 1) * 2 ^ least(16, retry_count + 1))::float8 * 1000 as pause
          from pgboss.job where state = 'active'`,
      )
      for (const { id, name, started, pause } of active)
        if (!waiting().some((orphan) => orphan.id === id))
          orphans.push({ id, name, killedAt, startedAt: started, pause, pickedUpAfter: undefined })
    },
    async settled() {
      for (let waited = 0; waiting().length > 0 && waited < 150_000; waited += 250) await sleep(250)
      return orphans
    },
    async close() {
      closed = true
      await loop
    },
  }
}
