import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import { whyArchived } from '../../kernel/why-closed.ts'
import type { OrganizationKind } from './rules.ts'

/** The facts about an organization that policies and rules of its records read. */
export interface OrganizationState {
  organization_id: number
  organization_disabled: boolean
  organization_archived: boolean
  kind: OrganizationKind
}

/** Columns of the organization `o` (`OrganizationState`). */
export const stateColumns = sql`o.id as organization_id, o.kind, o.disabled_at is not null as organization_disabled,
  o.deleted_at is not null as organization_archived`

type Closing = Pick<OrganizationState, 'organization_archived' | 'organization_disabled'>

/** Why an organization cannot be changed, by the lab either, as text (`organizations/disabled`); null when it can. */
export const whyClosed = (state: Closing): string | null =>
  whyArchived(state) ?? (state.organization_disabled ? 'This organization is disabled.' : null)

/** The condition that `o` is this organization, within reach and of this kind; an archived one exists for the lab alone. */
export const reached = (actor: Actor, id: number, kind: OrganizationKind | null): RawBuilder<unknown> => sql`
  o.id = ${id} and (${kind}::text is null or o.kind = ${kind}) and (o.deleted_at is null or ${actor.scope.kind === 'lab'}::boolean)
  and ${organizationCondition(actor.scope, 'o', 'id')}`

/** Reads an organization within reach. @throws NotFound */
export const readOrganization = (db: Db, actor: Actor, id: number): Promise<OrganizationState> =>
  readState(db, actor, id, { only: null, also: sql`o.id` })

/**
 * Reads a practice within reach, and what else is asked of it in the same statement, for a person who may.
 * @throws NotFound, Forbidden
 */
export async function readPractice<Also extends object = object>(
  db: Db,
  actor: Actor,
  id: number,
  {
    may,
    also = sql`o.id`,
  }: { may: (actor: Actor, practice: OrganizationState) => boolean; also?: RawBuilder<unknown> },
): Promise<OrganizationState & Also> {
  const practice = await readState<Also>(db, actor, id, { only: 'practice', also })
  permit(may(actor, practice), null)
  return practice
}

async function readState<Also extends object>(
  db: Db,
  actor: Actor,
  id: number,
  { only, also }: { only: OrganizationKind | null; also: RawBuilder<unknown> },
): Promise<OrganizationState & Also> {
  const { rows } = await sql<OrganizationState & Also>`
    select ${stateColumns}, ${also} from organizations o where ${reached(actor, id, only)}`.execute(db)
  if (!rows[0]) throw new NotFound('This organization')
  return rows[0]
}
