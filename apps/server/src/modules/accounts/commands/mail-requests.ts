import { isManagement, type UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import { jobRows } from '../../../kernel/outbox.ts'
import { linkTo, queueLinkMail } from '../link-mails.ts'
import { resetMail, verificationMail } from '../mails.ts'
import { openLink, voidTokens } from '../../auth/index.ts'
import { firstLinkEnded, sendFirstPasswordLink } from '../../users/index.ts'

type Kind = 'verification' | 'reset'

/** Maximum mails of one kind to one address per hour, however often they are requested. */
const mailsAnHour = 4

/**
 * Records a request for this mail. The job looks up whether the address has an account, after the reply: known and
 * unknown addresses cost the same here (`access/no-telling`).
 */
export async function requestMail(trx: Trx, request: { kind: Kind; email: string; address: string }): Promise<void> {
  await sql`
    with request as (
      insert into access_wishes (kind, email, address, created_at)
      values (${request.kind}, ${request.email.toLowerCase()}, ${request.address}, ${now()}) returning id
    )
    ${jobRows(sql`select 'access.write-mail', jsonb_build_object('wish_id', id), 0 from request`)}`.execute(trx)
}

interface MailRequest {
  kind: Kind
  email: string
  recent: number
  user_id: number | null
  first_name: string
  role: UserRole | null
  verified: boolean
  has_password: boolean
}

/** The job behind a request: writes its mail, once, if the address belongs to a person it applies to. */
export async function writeRequestedMail(db: Db, requestId: number, publicUrl: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<MailRequest>`
      with taken as (update access_wishes set done_at = ${now()} where id = ${requestId} and done_at is null returning *)
      select w.kind, w.email, u.id as user_id, u.first_name, u.role, u.email_verified_at is not null as verified,
        u.password_hash is not null as has_password,
        (select count(*)::int from access_wishes o where o.email = w.email and o.kind = w.kind and o.id <= w.id
          and o.created_at > w.created_at - interval '1 hour') as recent
      from taken w left join users u on lower(u.email) = w.email and u.deleted_at is null`.execute(trx)
    const request = rows[0]
    if (!request || request.user_id === null || request.recent > mailsAnHour) return
    if (request.kind === 'verification' && request.verified) return
    // Nobody of the lab stands for the account any more (`people/first-link`).
    if (!request.has_password && (await firstLinkEnded(trx, request.user_id))) return
    // An address that is changing at this moment takes its links along: either the change has committed, or we write
    // first.
    const { rows: still } = await sql`
      select 1 from users where id = ${request.user_id} and lower(email) = ${request.email} for share`.execute(trx)
    if (still.length > 0) await writeMail(trx, { ...request, user_id: request.user_id }, publicUrl)
  })
}

async function writeMail(trx: Trx, request: MailRequest & { user_id: number }, publicUrl: string): Promise<void> {
  const { kind, email, first_name, role, user_id } = request
  // Without a password there is nothing to verify yet: the link that sets the first one proves the address, too.
  if (!request.has_password) {
    await voidTokens(trx, ['verification', 'reset'], user_id)
    return sendFirstPasswordLink(trx, { id: user_id, first_name, email, role }, publicUrl)
  }
  // Links in older mails of this kind stop working.
  await voidTokens(trx, kind === 'verification' ? ['verification'] : ['reset', 'initial'], user_id)
  if (kind === 'verification') {
    const token_id = await openLink(trx, 'verification', user_id)
    const mail = verificationMail(linkTo(publicUrl, 'verify-user'))
    return queueLinkMail(trx, { ...mail, to: email, kind: 'access.verification' }, { token_id })
  }
  const token_id = await openLink(trx, 'reset', user_id)
  // The page leads the lab back to its own door afterwards (`access/doors`).
  const link = linkTo(publicUrl, 'reset-password', isManagement(role) ? { userRole: role! } : {})
  const mail = resetMail(request.verified ? first_name : null, link)
  return queueLinkMail(trx, { ...mail, to: email, kind: 'access.reset' }, { token_id })
}
