import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'

/**
 * Closes every way into this person's account but the password: open links of mails, codes, a pending change of
 * address, and sessions (`access/voids`). Commands that change a password, an address or a role, or archive a person,
 * call this in the same transaction; void-access.unit.test.ts checks every statement that does.
 */
export async function voidAccess(trx: Trx, userId: number): Promise<void> {
  await sql`
    with waiting as (delete from email_changes where user_id = ${userId} returning 1),
      -- After the change, as in every other end of one, so that no two wait for each other.
      links as (update one_time_tokens set used_at = ${now()} where user_id = ${userId} and used_at is null
        and (select count(*) from waiting) >= 0)
    update sessions set revoked_at = ${now()} where user_id = ${userId} and revoked_at is null`.execute(trx)
}
