import type { NotificationSetting, NotificationSettingsEdit } from '@archwire/contract/notification-settings/schema.ts'
import type { NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, Conflict, Forbidden } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { lockOrganizationRow } from '../organizations/index.ts'
import { may } from './policy.ts'
import { findSettings } from './queries.ts'

/**
 * Changes the settings of some kinds; what changes nothing leaves no trace.
 * @throws NotFound, Forbidden, Conflict for an archived practice and for a version that is not the latest
 */
export async function changeSettings(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, ...edit }: NotificationSettingsEdit,
): Promise<void> {
  // A person who may not change them locks no one out.
  if (!may.change(actor, await findSettings(trx, actor, id))) throw new Forbidden()
  await lockOrganizationRow(trx, actor, id)
  const settings = await findSettings(trx, actor, id)
  // It may have been disabled while this waited.
  if (!may.change(actor, settings)) throw new Forbidden()
  if (settings.organization_archived) throw new Conflict('This organization is archived.')
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
