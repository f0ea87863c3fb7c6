import type { Pool } from 'pg'
import { wasOutOfRoom } from '../kernel/out-of-room.ts'

/** Probes give up after a second or two: an answer within it, whatever the database does. */
const patienceMs = 900

/** What `/readyz` answers; only a database that does not answer, and a stop, make it a 503 (`safety/ready`). */
export interface Readiness {
  code: 200 | 503
  status: 'ready' | 'degraded' | 'stopping' | 'database not reachable'
}

/** Whether the database answers within the patience of a probe. */
async function answers(pool: Pick<Pool, 'query'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

export async function readinessOf(pool: Pick<Pool, 'query'>, stopping: boolean): Promise<Readiness> {
  if (stopping) return { code: 503, status: 'stopping' }
  if (!(await answers(pool))) return { code: 503, status: 'database not reachable' }
  return { code: 200, status: wasOutOfRoom() ? 'degraded' : 'ready' }
}
