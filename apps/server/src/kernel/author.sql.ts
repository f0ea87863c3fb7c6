import { managementRoles } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'

/** A row of `users`, named by its alias, as JSON of the contract's `Author`. */
export function authorJson(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object('id', ${column('id')}, 'full_name', ${column('full_name')},
    'is_management', coalesce(${column('role')} = any(${managementRoles}::text[]), false))`
}
