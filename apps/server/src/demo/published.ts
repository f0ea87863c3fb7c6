import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** The domain of all people in the demo data; reserved, so that it belongs to no one else. */
export const demoDomain = 'archwire.example'

/**
 * Anyone can read the password of demo people, so production does not start with any (`safety/production`).
 * @throws TypeError with the sentence that explains it
 */
export async function refuseDemoPeople(db: Db): Promise<void> {
  const { rows } = await sql`
    select 1 from users where lower(email) like ${`%@${demoDomain}`} and deleted_at is null limit 1`.execute(db)
  if (rows.length > 0)
    throw new TypeError(
      `This database holds demo people (…@${demoDomain}), whose password is published. Production needs a database of its own.`,
    )
}
