import { userRolePermissions } from '@archwire/contract/grants.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { staffRoles, type OrganizationRole } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

/** Everyone whom a fact about a case may concern, by id. */
export interface People {
  doctor: number | null
  creator: number | null
  /** Who does the work that the fact is about, a setup or a print: `assignment` of the contract. */
  work: number | null
  technician: number | null
  /** Members of the partner that works on the case. */
  partner: number[]
  /** Supervisors and tech support. */
  lab: number[]
}

const answering = ({ work, technician, partner, lab }: People): number[] =>
  work === assignment.thirdParty ? partner : technician === null ? lab : [technician]

/** Who gets which notices in the bell (`notices/practice`, `notices/lab`). */
export const recipients = {
  practice: ({ doctor, creator }: People): number[] => [doctor, creator].filter((id) => id !== null),
  /** No one where the practice does the work itself: there is nothing to do for the lab. */
  lab: (people: People): number[] => (people.work === assignment.inOffice ? [] : answering(people)),
  /** Who answers a practice that writes: also about its own work. */
  answering,
}

/**
 * Who gets notices about an organization: its owners, they and its managers, the lab's supervisors and tech support,
 * or the lab's people with a permission.
 */
export type OrganizationAudience = 'owners' | 'managers' | 'lab' | { holders: Permission }

const ofAudience = {
  owners: ['organization_owner'],
  managers: ['organization_owner', 'organization_manager'],
} as const satisfies Record<string, readonly OrganizationRole[]>

/** The people of an audience at this moment, by id; archived ones are left out (`notices/organization`). */
export async function organizationPeople(
  db: Db,
  organizationId: number | null,
  audience: OrganizationAudience,
): Promise<number[]> {
  if (typeof audience === 'object') return permissionHolders(db, audience.holders)
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.deleted_at is null and ${
      audience === 'lab'
        ? sql`u.role in ('supervisor', 'tech_support')`
        : sql`exists (select 1 from memberships m where m.user_id = u.id and m.organization_id = ${organizationId}
            and m.role = any(${[...ofAudience[audience]]}::text[]))`
    } order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The lab's people who hold a permission, by their role or given to them alone; archived ones are left out. */
async function permissionHolders(db: Db, permission: Permission): Promise<number[]> {
  const byRole = staffRoles.filter((role) => userRolePermissions[role].includes(permission))
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.deleted_at is null and u.role = any(${[...staffRoles]}::text[])
      and (u.role = any(${byRole}::text[]) or ${permission} = any(u.custom_permissions)) order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}
