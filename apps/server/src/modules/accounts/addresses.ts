import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

export const taken = 'This email already has an account. Please sign in or set a new password.'

/** Whether the address is free; archived accounts count as well. */
export async function isFree(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select not exists (select 1 from users where lower(email) = ${email.toLowerCase()}) as free`.execute(db)
  return rows[0]!.free
}
