import { settings, type Announcement } from '@archwire/contract/settings/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, NotFound } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'

/** One message to practices and one to the lab, above the lists. Who writes reads both; everybody else the own one (decisions §3). */
export function announcementRoutes(serve: Serve): void {
  serve(settings.announcement, async ({ db, actor }) => {
    const visibility = actor.isManagement ? 'internal' : 'doctor'
    const [announcement] = await read(db, sql`a.visibility = ${visibility} and a.body <> ''`)
    return { announcement: announcement ?? null }
  })

  serve(settings.announcements, async ({ db }) => ({ announcements: await read(db, sql`true`) }))

  serve(settings.saveAnnouncement, async ({ trx, actor, params, body }) => {
    await save(trx, actor, { id: params.id, ...body })
    const [announcement] = await read(trx, sql`a.id = ${params.id}`)
    return { announcement: announcement!, message: 'The announcement is saved.' }
  })
}

async function save(
  trx: Trx,
  actor: Actor,
  { id, body, version }: { id: number; body: string; version?: number | undefined },
): Promise<void> {
  const present = await trx
    .selectFrom('announcements')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!present) throw new NotFound('This announcement')
  checkVersion(version, present.version)
  await sql`
    update announcements set body = ${body}, version = version + 1, updated_at = ${actor.now}, last_updated_by = ${actor.userId}
    where id = ${id}`.execute(trx)
  await record(trx, actor, [{ subject: 'announcement', id, organizationId: null, event: 'updated' }])
}

async function read(db: Db, where: RawBuilder<unknown>): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select a.id, a.body, a.visibility, iso(a.updated_at) as updated_at, a.version,
      case when u.id is null then null else json_build_object('id', u.id, 'full_name', u.full_name) end as last_updated_by
    from announcements a left join users u on u.id = a.last_updated_by where ${where} order by a.id`.execute(db)
  return rows
}
