import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Forbidden } from '../../../kernel/errors.ts'
import { lockOrganizationRow } from '../../organizations/index.ts'
import type { OrganizationState } from '../rules.ts'

/** Locks an organization whose members or invitations change. @throws NotFound, Forbidden */
export async function lockOrganization(trx: Trx, actor: Actor, id: number): Promise<OrganizationState> {
  const row = await lockOrganizationRow(trx, actor, id)
  return {
    organization_id: id,
    organization_disabled: row.disabled_at !== null,
    organization_archived: row.deleted_at !== null,
    kind: row.kind as OrganizationState['kind'],
  }
}

/** Refuses in the fixed order (`calls/refusals`): 403 by policy, then 409 by state. */
export function permit(allowed: boolean, reason: string | null): void {
  if (!allowed) throw new Forbidden()
  if (reason !== null) throw new Conflict(reason)
}
