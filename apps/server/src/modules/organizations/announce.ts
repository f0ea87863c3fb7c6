import type { EventOf } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Announcement } from '../../activities/subscribers.ts'
import type { Db } from '../../db/client.ts'
import { announceAbout } from '../notifications/index.ts'
import { noticeWords } from './notice-words.ts'
import { shownName } from './shown-name.sql.ts'

/** The job about an activity of an organization: bell entries for its audience. */
export const announce = announceAbout('organization', {
  read: readOrganization,
  words({ id, event, name }) {
    const words = noticeWords[event as EventOf<'organization'>]
    if (!words) return []
    const bell = words.map(({ to, message, link }) => ({
      to,
      message: message(name),
      link: typeof link === 'string' ? link : link(id),
    }))
    return [{ kind: null, bell }]
  },
})

async function readOrganization(
  db: Db,
  { id }: Announcement,
): Promise<{ organization_id: number; name: string } | undefined> {
  const { rows } = await sql<{ organization_id: number; name: string }>`
    select o.id as organization_id, ${shownName('o')} as name from organizations o
    where o.id = ${id} and o.deleted_at is null`.execute(db)
  return rows[0]
}
