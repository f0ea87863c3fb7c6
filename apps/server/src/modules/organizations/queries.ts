import type { organizations } from '@archwire/contract/organizations/routes.ts'
import type { OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import type { Output } from '@archwire/contract/core/route.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import { startsCasesHere } from './practice.ts'
import { notHidden, summaryColumns } from './summary.sql.ts'

/** One organization within reach, as lists show it; undefined outside. Archived ones are within reach of the lab alone. */
export async function findSummary(db: Db, actor: Actor, id: number): Promise<OrganizationSummary | undefined> {
  const { rows } = await sql<OrganizationSummary>`
    select ${summaryColumns(actor.scope)} from organizations o where ${withinReach(actor, id)}`.execute(db)
  return rows[0]
}

/** The condition that `o` is this organization and within the caller's reach. */
const withinReach = (actor: Actor, id: number): RawBuilder<unknown> =>
  sql`o.id = ${id} and ${notHidden(actor.scope)} and ${organizationCondition(actor.scope, 'o', 'id')}`

/** What a person may do within an organization of theirs: everywhere, and by membership there. @throws NotFound */
export async function listPermissions(db: Db, actor: Actor, id: number): Promise<string[]> {
  if (!(await findSummary(db, actor, id))) throw new NotFound('This organization')
  const membership = actor.memberships.find(({ organizationId }) => organizationId === id)
  return [...new Set([...actor.permissions, ...(membership?.permissions ?? [])])].sort()
}

/**
 * The people of an organization by last name, for people who may start cases there; a partner lab sees the doctors
 * (`people/partner`). @throws Forbidden, NotFound
 */
export async function listMembers(
  db: Db,
  actor: Actor,
  organizationId: number,
): Promise<Output<typeof organizations.listMembers>['members']> {
  const organization = await findSummary(db, actor, organizationId)
  if (!organization) throw new NotFound('This organization')
  permit(startsCasesHere(actor, organization), null)
  const isOwn = actor.memberships.some((own) => own.organizationId === organizationId)
  const members = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.full_name', 'u.last_name', 'u.role as user_role', 'm.role'])
    .where('m.organization_id', '=', organizationId)
    .where('u.deleted_at', 'is', null)
    .$if(actor.role === 'lab_partner' && !isOwn, (members) => members.where('u.role', '=', 'doctor'))
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .execute()
  return members.map(({ user_role, role, ...person }) => ({
    ...person,
    is_doctor: user_role === 'doctor',
    pivot: { role: { name: role as 'organization_owner' } },
  }))
}
