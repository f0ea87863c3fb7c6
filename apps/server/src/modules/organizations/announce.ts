import type { EventOf } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Announcement } from '../../kernel/record.ts'
import { notify, organizationPeople, permissionHolders } from '../notifications/index.ts'
import { noticeWords } from './notice-words.ts'
import { shownName } from './shown-name.sql.ts'

/** The job behind an `announce` about an organization: bell entries for its audience, once, however often it runs. */
export async function announce(db: Db, { id, event, at, user_id }: Announcement): Promise<void> {
  const words = noticeWords[event as EventOf<'organization'>]
  const { rows } = await sql<{ name: string }>`
    select ${shownName('o')} as name from organizations o where o.id = ${id} and o.deleted_at is null`.execute(db)
  const [organization] = rows
  if (!words || !organization) return
  const message = words.message(organization.name)
  const { to, link: given } = words
  const link = typeof given === 'string' ? given : given(id)
  const people = await (typeof to === 'string' ? organizationPeople(db, id, to) : permissionHolders(db, to.holders))
  await db.transaction().execute((trx) =>
    notify(trx, {
      kind: null,
      type: `organization.${event}`,
      at: new Date(at),
      organizationId: id,
      about: { subject: 'organization', id },
      historyId: null,
      by: user_id,
      bell: people.map((user) => ({ user, message, link })),
    }),
  )
}
