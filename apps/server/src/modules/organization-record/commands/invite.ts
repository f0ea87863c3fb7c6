import { counted } from '@archwire/contract/core/counted.ts'
import { emailMax } from '@archwire/contract/core/record-fields.ts'
import { isEmail, keptEmail } from '@archwire/contract/core/email.ts'
import { invalidEmail } from '@archwire/contract/core/text.ts'
import type { InviteToCreateResult } from '@archwire/contract/organizations/schema.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Forbidden, Invalid } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { countInvitations } from '../../../services/mail/invitations.ts'
import { queueMail } from '../../../services/mail/queue.ts'
import { shownName } from '../../organizations/index.ts'
import { signUpMail } from '../mails.ts'

type Result = z.infer<typeof InviteToCreateResult>
interface Partner {
  id: number
  name: string
  account_number: string
}

const kind = 'access.sign_up_invitation'
const twice = 'This email is in the list twice.'
const known = 'This email already has an account.'
const recent = 'This email was invited within the last day already.'
/**
 * A partner lab does not learn who has an account: every address gets the same answer (`access/no-telling`), also one that it
 * has invited within the last day.
 */
const neutral = 'Sent, unless this email already has an account.'

/**
 * Mails a link to sign up to each address that has no account, once a day (`organizations/invited-to-create`). A practice
 * that a partner lab invites names it as its partner. Returns what became of each address, in the given order.
 * @throws Invalid when none of them is an email address
 */
export async function inviteToCreate(
  trx: Trx,
  actor: Actor,
  { email, emails = [] }: { email?: string | undefined; emails?: string[] | undefined },
  publicUrl: string,
): Promise<Result[]> {
  const partner = actor.role === 'lab_partner' ? await partnerOf(trx, actor) : null
  const addresses = (email === undefined ? emails : [email]).map((address) => keptEmail(address.trim()))
  if (!addresses.some(isAddress)) throw new Invalid({ [email === undefined ? 'emails' : 'email']: [invalidEmail] })
  const refused = await refusedAmong(trx, addresses.filter(isAddress), partner)
  const results: Result[] = []
  const seen = new Set<string>()
  for (const address of addresses) {
    const key = address.toLowerCase()
    const reason = !isAddress(address) ? invalidEmail : seen.has(key) ? twice : null
    seen.add(key)
    if (reason !== null) results.push({ email: address, sent: false, reason })
    else results.push(await inviteOne(trx, address, { partner, refusal: refused.get(key) ?? null, publicUrl }))
  }
  await record(trx, actor, [
    {
      subject: 'account',
      id: actor.userId,
      organizationId: partner?.id ?? null,
      event: 'invited_to_create',
      data: { emails: [...seen].filter((key) => isAddress(key) && !refused.has(key)) },
    },
  ])
  return results
}

const isAddress = (address: string): boolean => address.length <= emailMax && isEmail(address)

async function inviteOne(
  trx: Trx,
  email: string,
  { partner, refusal, publicUrl }: { partner: Partner | null; refusal: string | null; publicUrl: string },
): Promise<Result> {
  if (refusal === null) {
    const query = new URLSearchParams({ email, ...(partner && { lab_partner: partner.account_number }) })
    const mail = signUpMail(partner?.name ?? null, `${publicUrl}/sign-up?${query}`)
    await queueMail(trx, { ...mail, to: email, kind, ...(partner && { organizationId: partner.id }) })
  }
  return partner ? { email, sent: true, reason: neutral } : { email, sent: refusal === null, reason: refusal }
}

/** Why no mail goes to some of these addresses, by address in small letters. Archived accounts count. */
async function refusedAmong(trx: Trx, addresses: string[], partner: Partner | null): Promise<Map<string, string>> {
  const lower = addresses.map((address) => address.toLowerCase())
  const organizationId = partner?.id ?? null
  // One list after the other: each counts the mails of those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${kind}, ${organizationId ?? 0}))`.execute(trx)
  const { byAddress } = await countInvitations(trx, { kind, organizationId, to: lower })
  const { rows } = await sql<{ email: string }>`
    select lower(u.email) as email from users u where lower(u.email) = any(${lower}::text[])`.execute(trx)
  const refused = new Map([...byAddress.keys()].map((address) => [address, recent]))
  for (const { email } of rows) refused.set(email, known)
  return refused
}

/** The partner lab that the actor works for, the oldest membership first. @throws Forbidden for none */
async function partnerOf(trx: Trx, { userId }: Actor): Promise<Partner> {
  const { rows } = await sql<Partner>`
    select o.id, ${shownName('o')} as name, o.account_number from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and o.kind = 'partner' and o.deleted_at is null and o.disabled_at is null
    order by m.id limit 1`.execute(trx)
  if (!rows[0]) throw new Forbidden()
  return rows[0]
}

/** How many mails are on their way, as text. */
export function wordResults(results: readonly Result[], isPartner: boolean): string {
  const sent = results.filter((result) => result.sent).length
  const mails = counted(sent, 'invitation is sent', 'invitations are sent')
  return isPartner ? `${mails}, unless the email already has an account.` : `${mails}.`
}
