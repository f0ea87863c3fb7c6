import type { Notification } from '@archwire/contract/notifications/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { listPage } from '../../kernel/list-page.ts'
import { organizationCondition, rows, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'

/** A notification as the API shows it to its person; its table is `n`. */
export const notificationJson = ({
  scope,
}: Actor) => sql`jsonb_build_object('id', n.id, 'message', n.message, 'link', n.link, 'type', n.type,
  'patient_id', n.patient_id, 'patient_name', n.patient_name, 'read_at', iso(n.read_at), 'created_at', iso(n.created_at),
  'case', (select jsonb_build_object('number', coalesce(nullif(c.case_number_text, ''), 'C-' || c.patient_id),
      'patient_status', c.row -> 'patient_status', 'is_on_hold', c.is_on_hold, 'is_archived', c.archived, 'is_canceled', c.cancelled)
    from ${rows(scope, 'case_rows', 'c')} where c.organization_id = n.organization_id and c.patient_id = n.patient_id))`

/** Only one's own; people who have left a practice, or the partner of a case, no longer read about its patients. */
export const ownNotifications = ({ userId, scope }: Actor) =>
  sql`n.user_id = ${userId} and (n.organization_id is null or ${reachedBy(scope)})`

function reachedBy(scope: Scope) {
  if (scope.kind === 'lab') return sql`true`
  const ofOrganization = sql`n.patient_id is null and ${organizationCondition(scope, 'n')}`
  // Who sees only own cases may have had this one.
  if (scope.kind === 'practice')
    return sql`(${organizationCondition({ ...scope, own: [] }, 'n')} or ${ofOrganization} or ${reachesCase(scope)})`
  return sql`(${ofOrganization} or ${reachesCase(scope)})`
}

function reachesCase(scope: Scope) {
  return sql`exists (select 1 from ${rows(scope, 'patients', 'p')} where p.organization_id = n.organization_id and p.id = n.patient_id)`
}

/** A page of one's notifications, newest first, with their total and the number of unread ones, in one statement. */
export async function listNotifications(db: Db, actor: Actor, { page, perPage }: { page: number; perPage: number }) {
  const {
    rows: notifications,
    meta,
    unread,
  } = await listPage<Notification, { unread: number }>(
    db,
    { page, perPage },
    {
      from: sql`notifications n`,
      where: [ownNotifications(actor)],
      row: notificationJson(actor),
      order: sql`n.created_at desc, n.id desc`,
      also: {
        unread: sql`(select count(*)::int from notifications n where ${ownNotifications(actor)} and n.read_at is null)`,
      },
    },
  )
  return { notifications, meta: { ...meta, unread } }
}

/** Whether one of one's own notifications is within reach and not read yet. */
export async function isUnread(db: Db, actor: Actor, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from notifications n where n.id = ${id} and n.read_at is null and ${ownNotifications(actor)}`.execute(db)
  return rows.length > 0
}
