import { InviteBody } from '@archwire/contract/members/schema.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { homeOf } from '../config.ts'
import type { Db, Trx } from '../db/client.ts'
import { now } from '../kernel/clock.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { invite } from '../modules/members/index.ts'
import { lendClock, withOwnClock } from './clock.ts'
import type { DemoPeople } from './people.ts'
import { demoDomain } from './published.ts'

/** People whom the first practice invited, and how many days ago: one invitation is open, one has expired. */
const invited = [
  { email: `hygienist@${demoDomain}`, username: 'hygienist', is_doctor: false, daysAgo: 12 },
  { email: `associate@${demoDomain}`, username: 'associate', is_doctor: true, daysAgo: 1 },
]

/** Invites people into the first practice of the demo. */
export async function makeInvitations(db: Db, config: Config, people: DemoPeople): Promise<void> {
  const id = people.organizations.get('summit')!
  const publicUrl = homeOf(config)
  const present = now()
  const giveBack = lendClock()
  for (const { daysAgo, ...sent } of invited)
    await withOwnClock(async (set) => {
      set(new Date(present.getTime() - daysAgo * 86_400_000))
      const owner = actorOf((await readUser(db, people.users.get('doctor')!))!, { id: null, address: '' })
      await db.transaction().execute(async (trx) => {
        await invite(trx, owner, { id, body: InviteBody.parse(sent), checked: true, publicUrl })
        // An old email counts as sent; its link has expired.
        if (daysAgo > 7) await markSent(trx, sent.email)
      })
    })
  giveBack()
}

async function markSent(trx: Trx, email: string): Promise<void> {
  await sql`
    with mail as (update mails set state = 'sent', sent_at = ${now()}, words = null, link = null
      where to_address = ${email} returning id)
    delete from outbox o using mail where (o.payload ->> 'mail_id')::bigint = mail.id`.execute(trx)
}
