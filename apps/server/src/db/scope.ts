import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from './client.ts'
import type { DB } from './schema.gen.ts'
import type { TenantTable } from './tenant-tables.ts'

/**
 * Whose rows a caller may touch. It comes from the session, never from what was sent (rule 4):
 * the lab sees all; a partner the cases assigned to it; a practice its organizations, of some of them own cases only.
 */
export type Scope =
  | { kind: 'lab' }
  | { kind: 'partner'; organizations: number[] }
  | { kind: 'practice'; user: number; all: number[]; own: number[] }

/** Rows of these hang on a case: who may see the case may see them. */
const caseTables: readonly string[] = [
  'rx_forms',
  'patient_files',
  'tech_workflows',
  'on_hold_notes',
  'case_history',
  'customer_requests',
  'printing_requests',
  'share_links',
  'pins',
  'measurements',
  'measurement_points',
]
const softDeleted: readonly string[] = ['patients', 'patient_files', 'locations', 'pins', 'measurements']

export const labScope: Scope = { kind: 'lab' }

/** The condition that keeps a scope's rows of `patients` (or of `case_rows`, whose doctor column has another name). */
export function caseCondition(scope: Scope, alias: string, doctorColumn = 'user_id'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (scope.kind === 'lab') return sql`true`
  if (scope.kind === 'partner') return sql`${column('partner_organization_id')} = any(${scope.organizations}::int[])`
  const all = sql<boolean>`${column('organization_id')} = any(${scope.all}::int[])`
  if (scope.own.length === 0) return all
  return sql`(${all} or (${column('organization_id')} = any(${scope.own}::int[])
    and (${column(doctorColumn)} = ${scope.user} or ${column('created_by_user_id')} = ${scope.user})))`
}

/** The condition on rows that belong to an organization as a whole: its locations, uploads on their way in. */
export function organizationCondition(scope: Scope, alias: string, column = 'organization_id'): RawBuilder<boolean> {
  const organization = sql.ref(`${alias}.${column}`)
  if (scope.kind === 'lab') return sql`true`
  if (scope.kind === 'practice') return sql`${organization} = any(${scope.all}::int[] || ${scope.own}::int[])`
  return sql`${organization} in (select o.id from organizations o
    where o.id = any(${scope.organizations}::int[]) or o.third_party_partner_id = any(${scope.organizations}::int[]))`
}

/** The condition that keeps a scope's rows of a tenant table, whose name in the statement is `alias`. */
export function reach(scope: Scope, table: TenantTable, alias: string = table): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (table === 'patients') return caseCondition(scope, alias)
  if (table === 'case_rows') return caseCondition(scope, alias, 'doctor_id')
  if (table === 'tech_workflow_processes')
    return sql`exists (select 1 from tech_workflows w join patients p on p.organization_id = w.organization_id and p.id = w.patient_id
      where w.organization_id = ${column('organization_id')} and w.id = ${column('tech_workflow_id')}
        and ${caseCondition(scope, 'p')})`
  if (!caseTables.includes(table)) return organizationCondition(scope, alias)
  if (scope.kind === 'lab') return sql`true`
  return sql`exists (select 1 from patients p where p.organization_id = ${column('organization_id')}
    and p.id = ${column('patient_id')} and ${caseCondition(scope, 'p')})`
}

/** Whether rows of the table are archived by a date, and then left out unless they are asked for. */
export const isSoftDeleted = (table: string): boolean => softDeleted.includes(table)

/**
 * The only door to tenant tables: every read and every change carries the scope's condition, and archived rows stay out
 * unless they are asked for.
 */
export function scoped(db: Db, scope: Scope) {
  const full = db as unknown as Kysely<DB>
  return {
    from<T extends TenantTable>(table: T, options: { archived?: boolean } = {}): SelectQueryBuilder<DB, T, object> {
      const query = full.selectFrom(table as TenantTable).where(reach(scope, table) as never)
      const live = isSoftDeleted(table) && !options.archived
      return (live
        ? query.where(sql.ref(`${table}.deleted_at`) as never, 'is', null as never)
        : query) as unknown as SelectQueryBuilder<DB, T, object>
    },
    update<T extends TenantTable>(table: T) {
      return full.updateTable(table as 'patients').where(reach(scope, table) as never) as unknown as ReturnType<
        typeof full.updateTable<T>
      >
    },
    remove<T extends TenantTable>(table: T) {
      return full.deleteFrom(table as 'patients').where(reach(scope, table) as never) as unknown as ReturnType<
        typeof full.deleteFrom<T>
      >
    },
    /** New rows: the foreign keys by (organization_id, id) keep them inside one organization. */
    add<T extends TenantTable>(table: T) {
      return full.insertInto(table)
    },
  }
}
