import { sql } from 'kysely'
import type { UserRole } from '@archwire/contract/roles.ts'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'

export interface NewUser {
  first_name: string
  last_name: string
  email: string
  role: UserRole | null
  /** Already hashed (auth/passwords.ts). */
  passwordHash: string | null
  verified: boolean
}

/** Creates a person with the next account number (`U-` and six digits). Returns the id; a known email violates a unique index. */
export async function createUser(trx: Trx, input: NewUser): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values({
      first_name: input.first_name,
      last_name: input.last_name,
      email: input.email.toLowerCase(),
      role: input.role,
      password_hash: input.passwordHash,
      account_number: sql<string>`'U-' || lpad(nextval('user_account_numbers')::text, 6, '0')`,
      email_verified_at: input.verified ? now() : null,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
