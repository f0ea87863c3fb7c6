import type {
  NotificationSetting,
  NotificationSettings,
  SettingsByKind,
} from '@archwire/contract/notification-settings/schema.ts'
import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { readPractice } from '../organizations/index.ts'
import { may, type Policy } from './policy.ts'

const kinds = Object.keys(notificationKinds) as NotificationKind[]
const first: NotificationSetting = { enabled: true, additional_emails: [] }

/** A practice's settings. */
interface PracticeSettings {
  version: number
  data: SettingsByKind
  /** Those of its members. */
  emails: string[]
}

type Row = Omit<PracticeSettings, 'data'> & { settings: Partial<SettingsByKind> }

const own = ({ scope }: Actor, column: RawBuilder<unknown>) =>
  sql`(select ${column} from ${rows(scope, 'notification_settings', 's')} where s.organization_id = o.id)`

/** The settings of a practice within reach, for a person who can read or change them. @throws NotFound, Forbidden */
export async function findSettings(db: Db, actor: Actor, id: number, permitted: Policy): Promise<PracticeSettings> {
  const { settings, ...row } = await readPractice<Row>(db, actor, id, {
    may: permitted,
    also: sql`coalesce(${own(actor, sql`s.version`)}, 1) as version, coalesce(${own(actor, sql`s.settings`)}, '{}') as settings,
      array(select u.email from memberships m join users u on u.id = m.user_id
        where m.organization_id = o.id and u.deleted_at is null order by u.email) as emails`,
  })
  const data = Object.fromEntries(kinds.map((kind) => [kind, settings[kind] ?? first])) as SettingsByKind
  return { ...row, data }
}

/** The settings of a practice with the addresses of its members to choose from. @throws NotFound, Forbidden */
export async function readSettings(db: Db, actor: Actor, id: number): Promise<NotificationSettings> {
  const { data, version, emails } = await findSettings(db, actor, id, may.read)
  return { data, metadata: { email_suggestions: emails }, version }
}
