import { isManagement, type UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db, Trx } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import { networkOf } from '../../../kernel/network.ts'
import { jobRows } from '../../../kernel/outbox.ts'
import { linkTo, queueLinkMail } from '../link-mails.ts'
import { resetMail, verificationMail } from '../mails.ts'
import { findKnownBrowser, openLink, takeAttempt, voidTokens } from '../../auth/index.ts'
import { firstLinkEnded, sendFirstPasswordLink } from '../../users/index.ts'

type Kind = 'verification' | 'reset'

/**
 * Mails of one kind that are sent to one address within an hour, for all strangers together and for each browser in which
 * the person signed in before. What is asked for beyond them waits until the hour is over (`access/mails-asked`).
 */
const mailsAnHour = 4
const hour = 3_600_000
/** An earlier link stays valid this long after another is requested, so that a stranger cannot void it at once. */
const keptMinutes = 15

/**
 * Counts a request to send a verification mail again, by address and network together: what strangers ask for elsewhere
 * keeps no one from it. Known and unknown addresses count alike.
 * @throws TooMany
 */
export async function takeResend(
  db: Db,
  { email, address }: { email: string; address: string },
  limits: Config['loginLimits'],
): Promise<void> {
  await takeAttempt(db, { account: email, address, own: `mail ${email.toLowerCase()} ${networkOf(address)}` }, limits)
}

/**
 * Records a request for this mail. The job looks up whether the address has an account, after the reply: known and
 * unknown addresses cost the same here (`access/no-telling`). `browser` is the cookie of a known browser.
 */
export async function requestMail(
  trx: Trx,
  request: { kind: Kind; email: string; address: string; browser?: string | undefined },
): Promise<void> {
  const browser = await findKnownBrowser(trx, request.browser, request.email)
  await sql`
    with request as (
      insert into access_wishes (kind, email, address, browser_id, created_at)
      values (${request.kind}, ${request.email.toLowerCase()}, ${request.address}, ${browser ?? null}::int, ${now()})
      returning id
    )
    ${jobRows(sql`select 'access.write-mail', jsonb_build_object('wish_id', id), 0 from request`)}`.execute(trx)
}

interface MailRequest {
  id: number
  kind: Kind
  email: string
  /** When the fourth of the mails sent last was sent, null for fewer. */
  fourth: Date | null
  /** Whether another request already waits until the hour is over. */
  waits: boolean
  user_id: number | null
  first_name: string
  role: UserRole | null
  verified: boolean
  has_password: boolean
}

/**
 * The job behind a request: writes its mail, once, if the address belongs to a person it applies to. Over the limit the
 * request waits for the end of the hour, one at most; `writeDueMails` continues with it.
 */
export async function writeRequestedMail(db: Db, requestId: number, publicUrl: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await readRequest(trx, requestId)
    if (!request) return
    const free = request.fourth === null ? 0 : request.fourth.getTime() + hour
    const applies = request.user_id !== null && !(request.kind === 'verification' && request.verified)
    if (applies && free > now().getTime() && !request.waits) return endRequest(trx, request, { due_at: new Date(free) })
    if (!applies || free > now().getTime()) return endRequest(trx, request, { done_at: now() })
    // No one of the lab vouches for the account anymore (`people/first-link`).
    if (!request.has_password && (await firstLinkEnded(trx, request.user_id!)))
      return endRequest(trx, request, { done_at: now() })
    // An address that is changing at this moment takes its links along: either the change has committed, or we write
    // first.
    const { rows: still } = await sql`
      select 1 from users where id = ${request.user_id} and lower(email) = ${request.email} for share`.execute(trx)
    if (still.length === 0) return endRequest(trx, request, { done_at: now() })
    await endRequest(trx, request, { done_at: now(), sent_at: now() })
    await writeMail(trx, { ...request, user_id: request.user_id! }, publicUrl)
  })
}

/** A request that is open, with what was sent before; requests of one kind for one address follow one another. */
async function readRequest(trx: Trx, requestId: number): Promise<MailRequest | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(kind || ' ' || email, 2)) from access_wishes
    where id = ${requestId}`.execute(trx)
  const alike = (alias: string) =>
    sql`${sql.ref(`${alias}.email`)} = w.email and ${sql.ref(`${alias}.kind`)} = w.kind
      and ${sql.ref(`${alias}.browser_id`)} is not distinct from w.browser_id`
  const { rows } = await sql<MailRequest>`
    select w.id, w.kind, w.email, u.id as user_id, u.first_name, u.role, u.email_verified_at is not null as verified,
      u.password_hash is not null as has_password,
      (select s.sent_at from access_wishes s where ${alike('s')} and s.sent_at is not null
        order by s.sent_at desc offset ${mailsAnHour - 1} limit 1) as fourth,
      exists (select 1 from access_wishes o
        where ${alike('o')} and o.id <> w.id and o.due_at is not null and o.done_at is null) as waits
    from access_wishes w left join users u on lower(u.email) = w.email and u.deleted_at is null
    where w.id = ${requestId} and w.done_at is null`.execute(trx)
  return rows[0]
}

async function endRequest(
  trx: Trx,
  { id }: MailRequest,
  change: { done_at?: Date; sent_at?: Date; due_at?: Date },
): Promise<void> {
  await trx.updateTable('access_wishes').set(change).where('id', '=', id).execute()
}

/** The job behind requests that waited: writes those whose hour is over, oldest first. */
export async function writeDueMails(db: Db, publicUrl: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from access_wishes where done_at is null and due_at <= ${now()} order by due_at limit 500`.execute(db)
  for (const { id } of rows) await writeRequestedMail(db, id, publicUrl)
}

async function writeMail(trx: Trx, request: MailRequest & { user_id: number }, publicUrl: string): Promise<void> {
  const { kind, email, first_name, role, user_id } = request
  const voids = { before: new Date(now().getTime() - keptMinutes * 60_000) }
  // Without a password there is nothing to verify yet: the link that sets the first one proves the address, too.
  if (!request.has_password) {
    await voidTokens(trx, ['verification', 'reset'], user_id)
    return sendFirstPasswordLink(trx, { id: user_id, first_name, email, role }, publicUrl, voids)
  }
  // Links in older mails of this kind stop working.
  await voidTokens(trx, kind === 'verification' ? ['verification'] : ['reset', 'initial'], user_id, voids)
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
