import type { NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'

/**
 * The condition that the members of the organization `o` get notices of this kind: it is not archived, and the kind is
 * on (`notices/settings`). Null: a notice without a setting.
 */
export const tellsMembers = (kind: NotificationKind | null): RawBuilder<boolean> =>
  kind === null
    ? sql`o.deleted_at is null`
    : sql`(o.deleted_at is null and not exists (select 1 from ${rows(labScope, 'notification_settings', 's')}
        where s.organization_id = o.id and s.settings -> ${sql.lit(kind)} ->> 'enabled' = 'false'))`

/**
 * Each additional address of this kind of the organization `o` as `address`, for a lateral join; not those of archived
 * people, who have lost access (`people/at-once`).
 */
export const additionalEmails = (kind: NotificationKind): RawBuilder<unknown> =>
  sql`(select e.address from ${rows(labScope, 'notification_settings', 's')},
    jsonb_array_elements_text(s.settings -> ${sql.lit(kind)} -> 'additional_emails') as e(address) where s.organization_id = o.id
      and not exists (select 1 from users u where lower(u.email) = lower(e.address) and u.deleted_at is not null))`

/** Whether emails of this kind are sent for an organization, and to which addresses besides the person whom they are for. */
export async function mailSettings(
  db: Db,
  organizationId: number,
  kind: NotificationKind | null,
): Promise<{ sends: boolean; additional: string[] }> {
  const { rows: found } = await sql<{ sends: boolean; additional: string[] }>`
    select ${tellsMembers(kind)} as sends, ${
      kind === null ? sql`'{}'::text[]` : sql`array(select a.address from ${additionalEmails(kind)} a)`
    } as additional
    from organizations o where o.id = ${organizationId}`.execute(db)
  return found[0] ?? { sends: false, additional: [] }
}

/** Whether two addresses are one. */
export const isSameAddress = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase()
