import type { NotificationSetting, NotificationSettingsEdit } from '@archwire/contract/notification-settings/schema.ts'
import type { NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, permit } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { lockOrganization, whyClosed } from '../organizations/index.ts'
import { may } from './policy.ts'
import { findSettings } from './queries.ts'

/**
 * Changes the settings of some kinds; what changes nothing leaves no trace.
 * @throws NotFound, Forbidden, Conflict for an archived or disabled practice and for a version that is not the latest
 */
export async function changeSettings(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, ...edit }: NotificationSettingsEdit,
): Promise<void> {
  const practice = await lockOrganization(trx, actor, id, { only: 'practice' })
  permit(may.change(actor, practice), whyClosed(practice))
  const settings = await findSettings(trx, actor, id, may.change)
  checkVersion(version, settings.version)
  const changed = (Object.keys(edit) as NotificationKind[]).filter(
    (kind) => edit[kind] !== undefined && !isSame(edit[kind], settings.data[kind]),
  )
  if (changed.length === 0) return
  const next = { ...settings.data, ...edit }
  await sql`
    insert into notification_settings (organization_id, settings, version, created_at, updated_at)
    values (${id}, ${JSON.stringify(next)}::jsonb, ${settings.version + 1}, ${actor.now}, ${actor.now})
    on conflict (organization_id) do update set settings = excluded.settings, version = excluded.version,
      updated_at = excluded.updated_at`.execute(trx)
  const data = { kinds: changed }
  await record(trx, actor, [
    { subject: 'organization', id, organizationId: id, event: 'notification_settings_changed', data },
  ])
}

const isSame = (a: NotificationSetting, b: NotificationSetting): boolean =>
  a.enabled === b.enabled && a.additional_emails.join('\n') === b.additional_emails.join('\n')
