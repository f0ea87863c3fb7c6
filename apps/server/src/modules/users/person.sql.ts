import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'
import { organizationCondition, rows, type Scope } from '../../db/scope.ts'
import { authorJson } from '../../kernel/author.sql.ts'
import { emailChangeJson } from '../auth/index.ts'
import { shownName } from '../organizations/index.ts'

/** Fields that a row of the list and the person in full share, of the person `u`. */
export const summaryJson = sql`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
  'full_name', u.full_name, 'email', u.email, 'account_number', u.account_number, 'role', u.role,
  'is_archived', u.deleted_at is not null, 'created_at', iso(u.created_at),
  'updated_at', iso(u.updated_at))`

/** A row of the list, of the person `u`. */
export const lineJson = (scope: Scope): RawBuilder<unknown> => sql`${summaryJson} || jsonb_build_object('organizations',
  coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'account_number', o.account_number) order by m.id)
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = u.id and ${organizationCondition(scope, 'o', 'id')}), '[]'))`

/** Cases of the person `u` as their doctor that are neither completed nor canceled nor archived, in the organization `o`. */
const openCases = (scope: Scope) => sql`(select count(*)::int from ${rows(scope, 'case_rows', 'c')}
  where c.organization_id = o.id and c.doctor_id = u.id and not c.cancelled and not c.archived
    and c.patient_status_id <> ${ids(patientStatuses.completed)})`

const organizationsJson = (scope: Scope) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'account_number', o.account_number, 'role', m.role,
    'open_cases', ${openCases(scope)}) order by m.id)
  from memberships m join organizations o on o.id = m.organization_id
  where m.user_id = u.id and ${organizationCondition(scope, 'o', 'id')}), '[]')`

/** What only the person in full shows. `lab`: additional emails and changes of permissions, which only staff read. */
export const fullJson = (scope: Scope): RawBuilder<unknown> => sql`jsonb_build_object('username', u.username,
  'organizations', ${organizationsJson(scope)}, 'is_verified', u.email_verified_at is not null,
  'deleted_at', iso(u.deleted_at), 'version', u.version,
  'number_of_cases', (select count(*)::int from ${rows(scope, 'case_rows', 'c')}
    where c.doctor_id = u.id and not c.cancelled and not c.archived),
  'additional_emails', ${scope.kind === 'lab' ? emailsJson : sql`'[]'::jsonb`},
  'email_change', ${scope.kind === 'lab' ? emailChangeJson() : sql`null`},
  'custom_permissions', to_jsonb(u.custom_permissions),
  'permission_changes', ${scope.kind === 'lab' ? permissionChangesJson : sql`'[]'::jsonb`},
  'facts', ${factsJson(scope)})`

const emailsJson = sql`coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'email', e.email) order by e.id)
  from additional_emails e where e.user_id = u.id), '[]')`

const permissionChangesJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('permission', x.permission, 'changed_by', ${authorJson('w')}, 'changed_at', iso(x.changed_at)))
  from custom_permission_changes x join users w on w.id = x.changed_by where x.user_id = u.id), '[]')`

/** Whether the organization `o` of the membership `m` has no other owner who is not archived. */
const noOtherOwner = sql`not exists (select 1 from memberships n join users w on w.id = n.user_id
  where n.organization_id = o.id and n.role = 'organization_owner' and n.user_id <> m.user_id and w.deleted_at is null)`

/** What the rules need of the person `u` (`PersonFacts`). */
export const factsJson = (scope: Scope): RawBuilder<unknown> => sql`jsonb_build_object('id', u.id, 'role', u.role,
  'archived', u.deleted_at is not null, 'has_password', u.password_hash is not null,
  'last_super_admin', u.role is not distinct from 'super_admin' and u.deleted_at is null and not exists (
    select 1 from users s where s.role = 'super_admin' and s.deleted_at is null and s.id <> u.id),
  'last_owner_of', case when u.deleted_at is null then (
    select ${shownName('o')} from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = u.id and m.role = 'organization_owner' and o.deleted_at is null and ${noOtherOwner} order by o.id limit 1) end,
  'has_cases', exists (select 1 from ${rows(scope, 'patients', 'p')} where u.id in (p.user_id, p.created_by_user_id)),
  'kinds', coalesce((select jsonb_agg(o.kind) from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = u.id), '[]'))`
