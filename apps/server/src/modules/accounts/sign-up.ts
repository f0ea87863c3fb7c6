import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { Invalid } from '../../kernel/errors.ts'
import { addMember, createAccount } from '../organizations/index.ts'
import { createUser } from '../users/index.ts'
import { isFree, taken } from './addresses.ts'
import { note } from './notes.ts'
import { changeEmail } from './profile.ts'
import { consumeToken, voidTokens } from '../auth/index.ts'
import { wishMail } from './wishes.ts'

export interface SignUp {
  first_name: string
  last_name: string
  email: string
  passwordHash: string
  /** Account number of the partner lab that invited to sign up. */
  lab_partner: string | undefined
  address: string
}

/** Makes a doctor who owns a new practice, and asks for the mail that verifies the address. 422 when it is taken. */
export async function signUp(trx: Trx, input: SignUp): Promise<void> {
  // Two sign-ups of one address go one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${input.email.toLowerCase()}, 1))`.execute(trx)
  if (!(await isFree(trx, input.email))) throw new Invalid({ email: [taken] })
  const partner = await findPartner(trx, input.lab_partner)
  const { first_name, last_name, email, passwordHash } = input
  const userId = await createUser(trx, { first_name, last_name, email, passwordHash, role: 'doctor', verified: false })
  const organizationId = await createAccount(trx, { thirdPartyPartnerId: partner })
  await addMember(trx, organizationId, userId, 'organization_owner')
  await note(trx, { userId, organizationId, action: 'account.signed_up', address: input.address })
  await wishMail(trx, { kind: 'verification', email, address: input.address })
}

async function findPartner(trx: Trx, accountNumber: string | undefined): Promise<number | null> {
  if (!accountNumber) return null
  const partner = await trx
    .selectFrom('organizations')
    .select('id')
    .where('account_number', '=', accountNumber)
    .where('kind', '=', 'partner')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!partner)
    throw new Invalid({ lab_partner: ['The lab of this invitation is not known. Please sign up without it.'] })
  return partner.id
}

/** Takes the token of a verification mail, at sign-up or of a new address; answers whose address it was. */
export async function verifyEmail(
  trx: Trx,
  token: string,
  { address, publicUrl }: { address: string; publicUrl: string },
): Promise<number> {
  const { userId, purpose, email } = await consumeToken(trx, ['verification', 'email'], token)
  await voidTokens(trx, [purpose], userId)
  if (purpose === 'email') await changeEmail(trx, userId, email!, `${publicUrl}/forgot-password`)
  await trx
    .updateTable('users')
    .set({ email_verified_at: now(), updated_at: now() })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  await note(trx, { userId, action: purpose === 'email' ? 'account.email_changed' : 'account.verified', address })
  return userId
}
