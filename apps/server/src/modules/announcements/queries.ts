import type { Announcement } from '@archwire/contract/settings/routes.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'

async function read(db: Db, where: RawBuilder<unknown>): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select a.id, a.body, a.visibility, iso(a.updated_at) as updated_at, a.version,
      case when u.id is null then null else json_build_object('id', u.id, 'full_name', u.full_name) end as last_updated_by
    from announcements a left join users u on u.id = a.last_updated_by where ${where} order by a.id`.execute(db)
  return rows
}

/** Both announcements, empty or not. */
export const listAnnouncements = (db: Db): Promise<Announcement[]> => read(db, sql`true`)

/** Returns one announcement; the caller knows that its row exists. */
export const findAnnouncement = async (db: Db, id: number): Promise<Announcement> =>
  (await read(db, sql`a.id = ${id}`))[0]!

/**
 * Returns the announcement above the actor's lists: the lab's people read the internal one, practices the other, and
 * partner labs none; null while it is empty (`notices/announcements`).
 */
export async function findOwnAnnouncement(db: Db, actor: Actor): Promise<Announcement | null> {
  if (actor.isManagement && !isStaff(actor.role)) return null
  const visibility = actor.isManagement ? 'internal' : 'doctor'
  const [announcement] = await read(db, sql`a.visibility = ${visibility} and a.body <> ''`)
  return announcement ?? null
}
