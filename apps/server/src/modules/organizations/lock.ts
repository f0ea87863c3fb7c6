import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { DB } from '../../db/schema.gen.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden, NotFound, Unauthenticated } from '../../kernel/errors.ts'
import type { OrganizationKind } from './rules.ts'
import { reached, type OrganizationState } from './state.ts'

type Row = Selectable<DB['organizations']>

/** A locked organization, and its row. */
export interface LockedOrganization extends OrganizationState {
  row: Row
}

/** `change` waits for every other lock; `hold` keeps changes away and lets others hold it, too. */
export const strengths = { change: sql`for no key update`, hold: sql`for share` }

/**
 * Locks an organization within reach until the end of the transaction: its changes, and those of its records, run one after
 * the other (`people/last-owner`). The actor's own rights are read again behind the lock, because the change that was
 * waited for may have ended them. @throws NotFound, Unauthenticated, Forbidden
 */
export async function lockOrganization(
  trx: Trx,
  actor: Actor,
  id: number,
  { only = null, strength = 'change' }: { only?: OrganizationKind | null; strength?: keyof typeof strengths } = {},
): Promise<LockedOrganization> {
  const { rows } = await sql<Row & { rights: Rights | null }>`
    select x.*, ${rightsNow({ person: actor.userId, organization: id, session: actor.sessionId })} as rights from (
      select o.* from organizations o where ${reached(actor, id, only)} ${strengths[strength]}) x`.execute(trx)
  if (!rows[0]) throw new NotFound('This organization')
  const { rights, ...row } = rows[0]
  refuseChangedRights(actor, id, rights)
  return locked(row)
}

/**
 * Locks organizations, by id, for a change that asks for no rights in them: the end of an effect, a report, a person of
 * theirs, a partner lab that a practice names.
 */
export async function lockOrganizationOf(trx: Trx, ...ids: number[]): Promise<LockedOrganization[]> {
  const { rows } = await sql<Row>`
    select o.* from organizations o where o.id = any(${ids}::int[]) order by o.id for no key update`.execute(trx)
  return rows.map(locked)
}

const locked = (row: Row): LockedOrganization => ({
  organization_id: row.id,
  organization_disabled: row.disabled_at !== null,
  organization_archived: row.deleted_at !== null,
  kind: row.kind as OrganizationKind,
  row,
})

/** A person's rights in an organization, read behind its lock. */
export interface Rights {
  role: string | null
  membership: string | null
  signed_out: boolean
}

/** The rights (`Rights`) that a person has at this moment, null once archived; in a query around the one that locks. */
export const rightsNow = ({ person, organization, session }: RightsOf): RawBuilder<Rights | null> =>
  sql`rights_now(${person}, ${organization}, ${session})`

interface RightsOf {
  person: number
  organization: number
  session: number | null
}

/**
 * Refuses an actor whose session has ended, or whose role or membership in the organization is another one by now.
 * @throws Unauthenticated, NotFound, Forbidden
 */
export function refuseChangedRights(actor: Actor, organizationId: number, rights: Rights | null): void {
  const before = actor.memberships.find((membership) => membership.organizationId === organizationId)?.role ?? null
  if (rights?.signed_out) throw new Unauthenticated()
  if (before !== null && rights?.membership === null) throw new NotFound('This organization')
  if (rights?.role !== actor.role || rights.membership !== before) throw new Forbidden()
}
