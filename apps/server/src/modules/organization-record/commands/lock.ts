import type { OrganizationAction } from '@archwire/contract/organizations/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit, refuse } from '../../../kernel/errors.ts'
import { eventRows } from '../../../kernel/outbox.ts'
import { lockOrganization, type LockedOrganization } from '../../organizations/index.ts'
import { may } from '../policy.ts'
import { readState } from '../queries.ts'
import { blocked, type RecordState } from '../rules.ts'

/** A locked organization, archived or not, and what the rules need of it. */
export interface Locked extends Pick<LockedOrganization, 'row'> {
  state: RecordState
}

/** Locks an organization for a change of its own record. @throws NotFound, Unauthenticated, Forbidden */
export async function lockRecord(trx: Trx, actor: Actor, id: number): Promise<Locked> {
  const { row } = await lockOrganization(trx, actor, id)
  // Another statement than the lock: it sees what the lock waited for.
  return { row, state: await readState(trx, actor, id) }
}

/** Refuses people without the right (403). */
export const allow = (actor: Actor, { state }: Locked, ...actions: OrganizationAction[]): void =>
  permit(
    actions.every((action) => may[action](actor, state)),
    null,
  )

/** Refuses what is not possible now (409). */
export function refuseBlocked({ state }: Locked, ...actions: OrganizationAction[]): void {
  for (const action of actions) refuse(blocked[action](state))
}

/** Tells the open pages about the members of an organization, and the members' own, that their access has changed. */
export async function tellMembers(trx: Trx, organizationId: number): Promise<void> {
  const member = sql`from memberships m where m.organization_id = ${organizationId}`
  await eventRows(sql`
    select 'user.changed', jsonb_build_object('id', m.user_id, 'organization_id', m.organization_id) ${member}
    union all select 'user.changed', jsonb_build_object('id', m.user_id, 'user_id', m.user_id) ${member}`).execute(trx)
}
