import {
  sql,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import type { Db } from './client.ts'
import type { DB } from './schema.gen.ts'
import { isSoftDeleted, tenants, tenantTables, type TenantTable } from './tenant-tables.ts'

/**
 * Whose rows a caller may touch. It comes from the session, never from the request (`safety/scope`): the lab sees all;
 * a partner the practices that named it, of them the cases assigned to it (`organizations/kinds`); a practice its
 * organizations, in some of them own cases only.
 */
export type Scope =
  | { kind: 'lab' }
  | { kind: 'partner'; organizations: number[] }
  | { kind: 'practice'; user: number; all: number[]; own: number[] }

/**
 * The scope for work across organizations: jobs, and look-ups for no particular person. Where it is used, the check of
 * raw SQL requires a reason (tools/tenant-sql.ts).
 */
export const labScope: Scope = { kind: 'lab' }

/**
 * The scope with all cases of one's own practices, on which their names and numbers depend. Other scopes stay as they
 * are.
 */
export const wholePractices = (scope: Scope): Scope =>
  scope.kind === 'practice' ? { ...scope, all: [...scope.all, ...scope.own], own: [] } : scope

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

/** The condition on rows of `users`: oneself, and people of the organizations within the scope; the lab reaches everyone. */
export function personCondition(scope: Scope, alias: string): RawBuilder<boolean> {
  if (scope.kind === 'lab') return sql`true`
  const person = sql.ref(`${alias}.id`)
  const theirs = sql<boolean>`exists (select 1 from memberships m
    where m.user_id = ${person} and ${organizationCondition(scope, 'm')})`
  return scope.kind === 'practice' ? sql`(${person} = ${scope.user} or ${theirs})` : theirs
}

/** The condition that keeps a scope's rows of a tenant table, whose name in the statement is `alias`. */
export function reach(scope: Scope, table: TenantTable, alias: string = table): RawBuilder<boolean> {
  const entry = tenants[table]
  if (entry.reach === 'organization') return organizationCondition(scope, alias)
  if (entry.reach === 'patient') return caseCondition(scope, alias, entry.doctor)
  if (scope.kind === 'lab') return sql`true`
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (entry.reach === 'case')
    return sql`exists (select 1 from patients p where p.organization_id = ${column('organization_id')}
      and p.id = ${column('patient_id')} and ${caseCondition(scope, 'p')})`
  const [parent, key] =
    entry.reach === 'work' ? ['tech_workflows', 'tech_workflow_id'] : ['printing_requests', 'printing_request_id']
  return sql`exists (select 1 from ${sql.table(parent)} h join patients p on p.organization_id = h.organization_id and p.id = h.patient_id
    where h.organization_id = ${column('organization_id')} and h.id = ${column(key)} and ${caseCondition(scope, 'p')})`
}

/**
 * A tenant table within the scope, for FROM and JOIN of raw SQL: `from ${rows(scope, 'patients', 'p')} where p.id = …`.
 * A subselect that PostgreSQL flattens: it is planned as if its condition were in WHERE. For reads; statements that
 * change or lock rows name their table and use `inScope`, because a lock on a subselect is a lock on all that it finds.
 */
export function rows(scope: Scope, table: TenantTable, alias: string): RawBuilder<unknown> {
  const name = sql`${sql.table(table)} ${sql.ref(alias)}`
  if (scope.kind === 'lab') return name
  return sql`(select ${sql.ref(alias)}.* from ${name} where ${reach(scope, table, alias)}) ${sql.ref(alias)}`
}

/** The condition that keeps an UPDATE, a DELETE or a lock within the scope: `update pins n … where ${inScope(scope, 'pins', 'n')}`. */
export const inScope = reach

/** Deletes what belongs to an organization as a whole from each tenant table, as queries of WITH; rows of its cases stay. */
export const deletionsOf = (scope: Scope, organizationId: number): RawBuilder<unknown>[] =>
  tenantTables
    .filter((table) => tenants[table].reach === 'organization')
    .map(
      (table, index) => sql`${sql.ref(`own_${index}`)} as (
        delete from ${sql.table(table)} t where ${inScope(scope, table, 't')} and t.organization_id = ${organizationId})`,
    )

/**
 * The only way to tenant tables: every read and every change carries the scope's condition, and archived rows are left
 * out unless requested.
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
    /**
     * New rows: the foreign keys by (organization_id, id) keep them inside one organization, and that must be one of a
     * practice's own.
     * @throws TypeError for rows of another organization: an id was taken from the request
     */
    add<T extends TenantTable>(table: T): Pick<InsertQueryBuilder<DB, T, InsertResult>, 'values'> {
      const into = full.insertInto(table)
      return {
        values(given) {
          for (const row of [given].flat() as { organization_id?: unknown }[])
            if (!mayHold(scope, row.organization_id)) throw new TypeError(`A row of ${table} for another organization`)
          return into.values(given)
        },
      }
    },
  }
}

/** A partner's rows belong to cases of practices; the foreign keys and the locked case decide whose they are. */
const mayHold = (scope: Scope, organization: unknown): boolean =>
  scope.kind !== 'practice' || [...scope.all, ...scope.own].includes(organization as number)
