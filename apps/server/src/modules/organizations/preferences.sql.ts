import { everybody, firstChoices, type UsualChoices } from '@archwire/contract/rx-forms/preferences.ts'
import { sql, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.gen.ts'
import type { Scope } from '../../db/scope.ts'

/** What a practice usually chooses, as it is stored (`rx-form/preferences`). */
export interface Preferences extends UsualChoices {
  version: number
  default_doctor_id: number | null
  location_id: number | null
  allowed_assignments: readonly number[]
  allowed_print_assignments: readonly number[]
  allowed_insert_brackets_assignments: readonly number[]
}

/** Those of a practice that has not changed any. */
export const firstPreferences: Preferences = {
  ...firstChoices,
  version: 1,
  default_doctor_id: null,
  location_id: null,
  allowed_assignments: everybody,
  allowed_print_assignments: everybody,
  allowed_insert_brackets_assignments: everybody,
}

/** Names of all preferences but their version; each has a column. */
export const preferenceNames = Object.keys(firstPreferences).filter(
  (name): name is Exclude<keyof Preferences, 'version'> => name !== 'version',
) satisfies (keyof DB['rx_form_preferences'])[]

/** JSON of the preferences of the organization `o`; null while it has changed none. */
export const preferencesJson = sql`(select to_jsonb(x) from (select ${sql.join(
  ['version', ...preferenceNames].map((name) => sql.ref(`f.${name}`)),
)} from rx_form_preferences f where f.organization_id = o.id) x)`

/** JSON of the people whose cases may name the library `b`, by last name; a partner lab reads the doctors (`people/partner`). */
export const libraryMembersJson = ({ kind }: Scope): RawBuilder<unknown> => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'full_name', u.full_name) order by u.last_name, u.first_name, u.id)
    from bracket_library_members m join users u on u.id = m.user_id and u.deleted_at is null
      ${kind === 'partner' ? sql`and u.role = 'doctor'` : sql``}
    join memberships x on x.organization_id = m.organization_id and x.user_id = m.user_id
    where m.organization_id = b.organization_id and m.bracket_library_id = b.id), '[]')`

/** JSON of the bracket libraries of the organization `o`, by name (`rx-form/libraries`). */
export const librariesJson = (
  scope: Scope,
): RawBuilder<unknown> => sql`coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name,
      'member_ids', coalesce((select jsonb_agg(m.user_id order by m.user_id) from bracket_library_members m
        where m.organization_id = b.organization_id and m.bracket_library_id = b.id), '[]'),
      'members', ${libraryMembersJson(scope)}) order by plain(b.name), b.id)
    from bracket_libraries b where b.organization_id = o.id and b.deleted_at is null), '[]')`
