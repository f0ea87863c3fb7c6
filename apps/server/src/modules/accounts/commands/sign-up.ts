import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import { homeOf, type Config } from '../../../config.ts'
import type { Db, Trx } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import { ApiError, Invalid } from '../../../kernel/errors.ts'
import { addMember, createAccount } from '../../organizations/index.ts'
import { askerMayChangeEmail, createUser } from '../../users/index.ts'
import { isFree, taken } from '../addresses.ts'
import { recordAccount } from '../record-account.ts'
import { applyEmail, endLostEmailChange } from './new-email.ts'
import {
  checkOwnPassword,
  confirmEmailChange,
  consumeToken,
  deadLink,
  hashOf,
  keepBrowser,
  keepTimeZone,
  lockOwnerOf,
  readUser,
  startSession,
  voidTokens,
} from '../../auth/index.ts'
import { requestMail } from './mail-requests.ts'

export interface SignUp {
  first_name: string
  last_name: string
  email: string
  passwordHash: string
  /** Account number of the partner lab that invited to sign up. */
  lab_partner: string | undefined
  address: string
  /** What the cookie of the browser that signs up holds. */
  browser: string
}

/**
 * Creates a doctor who owns a new practice, and requests the mail that verifies the address.
 * @throws Invalid when the address is taken, or the partner unknown
 */
export async function signUp(trx: Trx, input: SignUp): Promise<void> {
  // Concurrent sign-ups of one address run one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${input.email.toLowerCase()}, 1))`.execute(trx)
  if (!(await isFree(trx, input.email))) throw new Invalid({ email: [taken] })
  const partner = await findPartner(trx, input.lab_partner)
  const { first_name, last_name, email, passwordHash } = input
  const userId = await createUser(trx, { first_name, last_name, email, passwordHash, role: 'doctor', verified: false })
  await sql`update users set signed_up_with = ${hashOf(input.browser)} where id = ${userId}`.execute(trx)
  const organizationId = await createAccount(trx, { thirdPartyPartnerId: partner })
  await addMember(trx, organizationId, userId, 'organization_owner')
  await recordAccount(trx, { userId, organizationId, event: 'signed_up', address: input.address })
  await requestMail(trx, { kind: 'verification', email, address: input.address })
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
    throw new Invalid({
      lab_partner: ['The lab in this invitation is unknown. Please sign up without the invitation.'],
    })
  return partner.id
}

interface Proof {
  /** What the browser's cookie from the sign-up holds. */
  browser: string | undefined
  password: string | undefined
  address: string
}

/**
 * A link that verifies a sign-up proves the mailbox, not who chose the password: anyone can sign up with anyone's
 * address. It therefore opens the account only to the browser that signed up, or with the password (decision 031).
 * Checked before the link is used up. A new email ends here whose asker lost the right to it (`people/new-email`).
 * @throws Invalid for a dead link or a wrong password, ApiError 422 (code 2202) when the password is required
 */
export async function proveSignUp(db: Db, token: string, proof: Proof, config: Config): Promise<void> {
  const { rows } = await sql<{
    id: number
    link_id: number
    purpose: string
    has_password: boolean
    signed_up_with: Buffer | null
  }>`
    select u.id, t.id as link_id, t.purpose, u.password_hash is not null as has_password, u.signed_up_with
    from one_time_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashOf(token)} and t.purpose in ('verification', 'email') and t.used_at is null
      and t.expires_at > ${now()} and u.deleted_at is null`.execute(db)
  const [link] = rows
  if (!link) throw new Invalid({ token: [deadLink] })
  if (link.purpose === 'email' && (await endLostEmailChange(db, link.id, proof.address)))
    throw new Invalid({ token: [deadLink] })
  if (link.purpose === 'email' || !link.has_password) return
  if (proof.browser !== undefined && link.signed_up_with?.equals(hashOf(proof.browser))) return
  if (proof.password === undefined)
    throw new ApiError(422, 'Please enter the password that you chose when you signed up.', errorCodes.passwordNeeded)
  const { password, address } = proof
  await checkOwnPassword(
    db,
    link.id,
    { password, address, sessionId: null, linkId: link.link_id, field: 'password' },
    config,
  )
}

/** What the link of a verification mail did; a new address that staff asked for may wait on (`people/new-email`). */
interface Verified {
  userId: number
  signsIn: boolean
  waits: boolean
}

/**
 * Uses the token of a verification mail, for a sign-up or a new address; returns whose address it was, and whether the
 * link signs in: that of a new address does not (`access/new-address`), nor does one of a person without a password.
 * @throws Invalid for a dead link
 */
export async function verifyEmail(
  trx: Trx,
  token: string,
  { address, publicUrl }: { address: string; publicUrl: string },
): Promise<Verified> {
  await lockOwnerOf(trx, token)
  const { userId, purpose, email } = await consumeToken(trx, ['verification', 'email'], token)
  await voidTokens(trx, [purpose], userId)
  if (purpose === 'email') {
    const asked = await confirmEmailChange(trx, userId)
    // Lost since `proveSignUp` looked: the end of it is written by what took the right.
    if (asked && !(await askerMayChangeEmail(trx, { userId, askedBy: asked.asked_by })))
      throw new Invalid({ token: [deadLink] })
    if (asked && !asked.due) {
      await recordAccount(trx, { userId, address, event: 'email_change_confirmed' })
      return { userId, signsIn: false, waits: true }
    }
    await applyEmail(trx, userId, { email: email!, askedBy: asked?.asked_by, address, publicUrl })
    return { userId, signsIn: false, waits: false }
  }
  const { has_password } = await trx
    .updateTable('users')
    .set({ email_verified_at: now(), updated_at: now() })
    .where('id', '=', userId)
    .returning(sql<boolean>`password_hash is not null`.as('has_password'))
    .executeTakeFirstOrThrow()
  await recordAccount(trx, { userId, address, event: 'verified' })
  return { userId, signsIn: has_password, waits: false }
}

interface Entry {
  token: string
  address: string
  userAgent: string
  before: string | undefined
  /** The cookie of a browser in which someone signed in before. */
  known: string | undefined
  time_zone?: string | undefined
}

/**
 * Follows the link of a verification mail after `proveSignUp` has let it through: verifies the address and signs in the
 * person who signed up; `entered` is undefined when the person has to sign in.
 */
export async function enterByLink(trx: Trx, { token, before, known, time_zone, ...client }: Entry, config: Config) {
  const verified = await verifyEmail(trx, token, { address: client.address, publicUrl: homeOf(config) })
  const { userId, signsIn, waits } = verified
  if (!signsIn) return { entered: undefined, waits }
  if (time_zone !== undefined) await keepTimeZone(trx, userId, time_zone)
  const user = (await readUser(trx, userId))!
  const { address, userAgent } = client
  const who = { userId, role: user.role, address, userAgent, ...(before && { before }) }
  const session = await startSession(trx, { ...who, rememberMe: false, management: false }, config)
  return { entered: { user, session, browser: await keepBrowser(trx, known, userId) }, waits }
}
