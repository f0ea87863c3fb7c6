import type {
  NotificationSetting,
  NotificationSettings,
  SettingsByKind,
} from '@archwire/contract/notification-settings/schema.ts'
import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition, rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden, NotFound } from '../../kernel/errors.ts'
import { may } from './policy.ts'

const kinds = Object.keys(notificationKinds) as NotificationKind[]
const first: NotificationSetting = { enabled: true, additional_emails: [] }

/** A practice's settings, and what decides who may change them. */
export interface PracticeSettings {
  organization_id: number
  organization_disabled: boolean
  organization_archived: boolean
  version: number
  data: SettingsByKind
  /** Those of its members. */
  emails: string[]
}

type Row = Omit<PracticeSettings, 'data'> & { settings: Partial<SettingsByKind> }

/** The settings of a practice within reach; those of an archived one are found by the lab alone. @throws NotFound */
export async function findSettings(db: Db, actor: Actor, id: number): Promise<PracticeSettings> {
  const found = await sql<Row>`
    select o.id as organization_id, o.disabled_at is not null as organization_disabled,
      o.deleted_at is not null as organization_archived, coalesce(s.version, 1) as version, coalesce(s.settings, '{}') as settings,
      array(select u.email from memberships m join users u on u.id = m.user_id
        where m.organization_id = o.id and u.deleted_at is null order by u.email) as emails
    from organizations o left join ${rows(actor.scope, 'notification_settings', 's')} on s.organization_id = o.id
    where o.id = ${id} and o.kind = 'practice' and (o.deleted_at is null or ${isStaff(actor.role)})
      and ${organizationCondition(actor.scope, 'o', 'id')}`.execute(db)
  if (!found.rows[0]) throw new NotFound('This organization')
  const { settings, ...row } = found.rows[0]
  const data = Object.fromEntries(kinds.map((kind) => [kind, settings[kind] ?? first])) as SettingsByKind
  return { ...row, data }
}

/** The settings of a practice with the addresses of its members to choose from. @throws NotFound, Forbidden */
export async function readSettings(db: Db, actor: Actor, id: number): Promise<NotificationSettings> {
  const { data, version, emails, ...facts } = await findSettings(db, actor, id)
  if (!may.read(actor, facts)) throw new Forbidden()
  return { data, metadata: { email_suggestions: emails }, version }
}
