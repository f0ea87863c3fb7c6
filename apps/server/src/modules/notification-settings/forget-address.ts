import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { inScope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { record } from '../../kernel/record.ts'

/**
 * Takes the address of a person who leaves a practice from its additional addresses: no more emails about its cases go there
 * (`people/at-once`). The organization is locked by the caller.
 */
export async function forgetAddress(trx: Trx, actor: Actor, id: number, email: string): Promise<void> {
  const changed = await sql`
    update notification_settings s set version = s.version + 1, updated_at = ${actor.now}, settings = (
      select jsonb_object_agg(k.kind, k.setting || jsonb_build_object('additional_emails', (
        select coalesce(jsonb_agg(e.address order by e.n), '[]')
        from jsonb_array_elements_text(k.setting -> 'additional_emails') with ordinality as e(address, n)
        where lower(e.address) <> lower(${email})))) from jsonb_each(s.settings) as k(kind, setting))
    where ${inScope(actor.scope, 'notification_settings', 's')} and s.organization_id = ${id}
      and exists (select 1 from jsonb_each(s.settings) as k(kind, setting),
        jsonb_array_elements_text(k.setting -> 'additional_emails') as e(address) where lower(e.address) = lower(${email}))`.execute(
    trx,
  )
  if (changed.numAffectedRows === 0n) return
  await record(trx, actor, [
    { subject: 'organization', id, organizationId: id, event: 'notification_settings_changed', data: { left: true } },
  ])
}
