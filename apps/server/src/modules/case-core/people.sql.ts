import { organizationRoles, staffRoles, userRoles } from '@archwire/contract/roles.ts'
import { organizationRolePermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { sql, type RawBuilder } from 'kysely'

const literals = (names: readonly string[]) => sql`array[${sql.join(names.map((name) => sql.lit(name)))}]::text[]`
const staff = sql`array[${sql.join(staffRoles.map((role) => sql.lit(role)))}]`

/** Memberships that count: those of an archived organization do not (`organizations/archived`). */
const memberships = sql`memberships m join organizations mo on mo.id = m.organization_id and mo.deleted_at is null`

/** Keeps doctor or creator of the case `p` only while they belong to the practice, to the case's partner, or work at the lab. */
const still = (user: string) => sql`(select u.id from users u where u.id = ${sql.raw(user)} and u.deleted_at is null
  and (u.role = any(${staff}) or exists (select 1 from ${memberships}
    where m.organization_id in (p.organization_id, p.partner_organization_id) and m.user_id = u.id)))`

/** The doctor of the case `p`, for a join of `users`. */
export const doctorStill = still('p.user_id')

/** The technician of the work of an alias; none once they have left. */
const technicianOf = (work: 'w' | 'pw') => sql`(select u.id from users u
  where u.id = ${sql.ref(`${work}.assigned_to`)} and u.deleted_at is null and u.role = any(${staff}))`

/** The lab's people who hear of work that no one has. */
const labPeople = sql`coalesce((select jsonb_agg(u.id) from users u
  where u.role in ('supervisor', 'tech_support') and u.deleted_at is null), '[]')`

/** The technician of the work of an alias, otherwise the lab's people (`notices/lab`); a JSON array of ids. */
export const technicianOrLab = (work: 'w' | 'pw'): RawBuilder<number[]> =>
  sql<number[]>`coalesce((select jsonb_build_array(x.id) from ${technicianOf(work)} x(id)), ${labPeople})`

const correctsTrays: Permission = 'flawed-trays.correct'

/**
 * Who decides on a corrected file that someone else uploaded for the correction `w` (`corrections/waits`), as a JSON array
 * of ids: supervisors, people of the lab with the permission of their own, and its technician, if the role has it.
 */
export const correctorsJson: RawBuilder<number[]> = sql<number[]>`coalesce((select jsonb_agg(u.id) from users u
  where u.deleted_at is null and u.role = any(${staff}) and (u.role = 'supervisor' or ${sql.lit(correctsTrays)} = any(u.custom_permissions)
    or (u.id = w.assigned_to and u.role = any(${literals(staffRoles.filter((role) => userRolePermissions[role].includes(correctsTrays)))})))),
  '[]')`

/**
 * Which work of the case `p`, as `w`, has the technician whom a fact about the case concerns: that of its print `pr`, else of
 * the setup that its form `r` asks for. A case whose form moved to another one has no setup work (`cases/created`).
 */
export const isItsWork = sql`case when pr.id is null then w.kind = 'initial_case_setup' and r.id is not null
  else w.printing_request_id = pr.id end`

/** The people of a partner lab as a JSON array of ids, by an expression for its organization. */
export const partnerPeople = (organization: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql<number[]>`coalesce((select jsonb_agg(m.user_id) from ${memberships} join users u on u.id = m.user_id
    where m.organization_id = ${organization} and u.deleted_at is null), '[]')`

/**
 * Everyone whom a fact about the case `p` may concern (`People`): its form is `r`, its print `pr`, of which or of the
 * setup `w` is the work, its doctor `d`.
 */
export const peopleJson = sql`jsonb_build_object('doctor', d.id, 'creator', ${still('p.created_by_user_id')},
  'work', coalesce(pr.assignment, r.submission_completed_by), 'technician', ${technicianOf('w')},
  'partner', ${partnerPeople(sql`p.partner_organization_id`)},
  'lab', ${labPeople})`

const seesAny: Permission = 'organization.patients.view-any'
const userRolesThatSee = literals(userRoles.filter((role) => userRolePermissions[role].includes(seesAny)))
const organizationRolesThatSee = literals(
  organizationRoles.filter((role) => organizationRolePermissions[role].includes(seesAny)),
)

/**
 * Whether the person of the alias (`users`) sees the case `p`: the same that a session's scope says of anyone who signs in
 * (`people/own-cases`), for people who get notices while they are away.
 */
export function seesCase(alias: string): RawBuilder<boolean> {
  const user = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${user('deleted_at')} is null and case
    when ${user('role')} = any(${staff}) then true
    when ${user('role')} = 'lab_partner' then exists (select 1 from ${memberships}
      where m.user_id = ${user('id')} and m.organization_id = p.partner_organization_id)
    else exists (select 1 from ${memberships} where m.user_id = ${user('id')} and m.organization_id = p.organization_id
      and (m.role = any(${organizationRolesThatSee}) or ${sql.lit(seesAny)} = any(m.custom_permissions)
        or coalesce(${user('role')} = any(${userRolesThatSee}), false) or ${sql.lit(seesAny)} = any(${user('custom_permissions')})
        or ${user('id')} in (p.user_id, p.created_by_user_id)))
  end)`
}

/** The role of the person who put the case on hold or took it off, of the note `h` (`on_hold_notes`): its entry is of the same moment. */
export const holderRole = sql`(select u.role from case_history e join users u on u.id = e.user_id
  where e.organization_id = h.organization_id and e.patient_id = h.patient_id and e.at = h.created_at
    and e.event = case when h.is_on_hold_reason then 'held' else 'unheld' end limit 1)`
