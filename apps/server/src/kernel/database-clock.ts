import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { now } from './clock.ts'

/** A machine whose clock is further off than this must not decide what is old. */
const mostSkew = 60_000

/**
 * The present by the database's clock, which decides what is old enough to be removed for good. Throws when this machine's
 * clock differs by more than a minute: one of the two is wrong, and what was removed too early does not come back.
 */
export async function timeToRemove(db: Db): Promise<Date> {
  const { rows } = await sql<{ present: Date }>`select clock_timestamp() as present`.execute(db)
  const present = rows[0]!.present
  const skew = now().getTime() - present.getTime()
  if (Math.abs(skew) <= mostSkew) return present
  const seconds = Math.round(skew / 1000)
  throw new Error(
    `The clock of this machine differs from the database clock by ${seconds} seconds. Nothing was removed.`,
  )
}
