import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Db } from './client.ts'
import { dryDialect } from './dry-dialect.ts'
import {
  caseCondition,
  inScope,
  labScope,
  organizationCondition,
  reach,
  rows,
  scoped,
  wholePractices,
  type Scope,
} from './scope.ts'
import { isSoftDeleted, isTenantTable, tenants, tenantTables, type TenantTable } from './tenant-tables.ts'

/** Checked by the compiler, not by running: a query on tenant tables without a scope does not compile (`safety/scope`). */
const neverRun = (db: Db, scope: Scope) => [
  // @ts-expect-error `patients` is no table of `Db`
  db.selectFrom('patients').selectAll(),
  // @ts-expect-error nor can its rows be changed
  db.updateTable('rx_forms').set({ status_id: 1 }),
  // @ts-expect-error nor removed
  db.deleteFrom('patient_files'),
  // @ts-expect-error and the door asks whose rows
  scoped(db).from('patients'),
  scoped(db, scope).from('patients').select('id'),
  db.selectFrom('users').select('id'),
]

it('tenant tables are named through a scope only', () => {
  expect(neverRun).toBeTypeOf('function')
})

const db = new Kysely({ dialect: dryDialect }) as unknown as Db
const partner: Scope = { kind: 'partner', organizations: [9] }
const office: Scope = { kind: 'practice', user: 5, all: [7, 8], own: [] }
const member: Scope = { kind: 'practice', user: 5, all: [7], own: [8] }

/** The statement with its values written into it, names without quotes, blanks as one. */
function written(query: { compile(): { sql: string; parameters: readonly unknown[] } }): string {
  const { sql: text, parameters } = query.compile()
  return text
    .replaceAll(/\$(\d+)/g, (_, index: string) => JSON.stringify(parameters[Number(index) - 1]))
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
}
const condition = (fragment: ReturnType<typeof caseCondition>) =>
  written({ compile: () => sql`${fragment}`.compile(db) })
const whereOf = (query: Parameters<typeof written>[0]): string =>
  written(query).split(' where ').slice(1).join(' where ')

/**
 * Whose cases: of the lab all, of a partner those assigned to it, of a
 * practice all or the own ones (`people/own-cases`, `people/partner`).
 */
const cases = (alias: string, doctor = 'user_id') => ({
  lab: 'true',
  partner: `${alias}.partner_organization_id = any([9]::int[])`,
  office: `${alias}.organization_id = any([7,8]::int[])`,
  member: `(${alias}.organization_id = any([7]::int[]) or (${alias}.organization_id = any([8]::int[]) and (${alias}.${doctor} = 5 or ${alias}.created_by_user_id = 5)))`,
})
const scopes: [name: keyof ReturnType<typeof cases>, Scope][] = [
  ['lab', labScope],
  ['partner', partner],
  ['office', office],
  ['member', member],
]

it.each(scopes)('the cases of %s', (name, scope) => {
  expect(condition(caseCondition(scope, 'p'))).toBe(cases('p')[name])
  expect(condition(caseCondition(scope, 'c', 'doctor_id'))).toBe(cases('c', 'doctor_id')[name])
})

const partnersOwn =
  'in (select o.id from organizations o where o.id = any([9]::int[]) or o.third_party_partner_id = any([9]::int[]))'
/** Whose organizations: a partner's own and those that named it. */
const within = (column: string) => ({
  lab: 'true',
  partner: `${column} ${partnersOwn}`,
  office: `${column} = any([7,8]::int[] || []::int[])`,
  member: `${column} = any([7]::int[] || [8]::int[])`,
})

it.each(scopes)('the organizations of %s', (name, scope) => {
  expect(condition(organizationCondition(scope, 'l'))).toBe(within('l.organization_id')[name])
  expect(condition(organizationCondition(scope, 'o', 'id'))).toBe(within('o.id')[name])
})

/**
 * The condition of each scope by hand, by what decides who reaches a table's rows. Which that is for a table follows from its
 * columns (`db/tenant-tables.ts` does not compile otherwise).
 */
const conditionsOf = (table: TenantTable, alias: string): Record<string, string> => {
  const tenant = tenants[table]
  switch (tenant.reach) {
    case 'patient':
      return cases(alias, tenant.doctor)
    // Records of a case are visible to people who see the case.
    case 'case':
      return ofCase(
        (whose) =>
          `exists (select 1 from patients p where p.organization_id = ${alias}.organization_id and p.id = ${alias}.patient_id and ${whose})`,
      )
    case 'work':
      return ofParent('tech_workflows', `${alias}.organization_id`, `${alias}.tech_workflow_id`)
    case 'print':
      return ofParent('printing_requests', `${alias}.organization_id`, `${alias}.printing_request_id`)
    default:
      return within(`${alias}.organization_id`)
  }
}
function ofCase(write: (whose: string) => string): Record<string, string> {
  const { partner: ofPartner, office: ofOffice, member: ofMember } = cases('p')
  return { lab: 'true', partner: write(ofPartner), office: write(ofOffice), member: write(ofMember) }
}
const ofParent = (parent: string, organization: string, key: string) =>
  ofCase(
    (whose) =>
      `exists (select 1 from ${parent} h join patients p on p.organization_id = h.organization_id and p.id = h.patient_id where h.organization_id = ${organization} and h.id = ${key} and ${whose})`,
  )

it('other tables are no one’s, and archived by no one', () => {
  expect(new Set(Object.values(tenants).map(({ reach: by }) => by)).size).toBe(5)
  for (const other of ['users', 'organizations', 'toString']) {
    expect(isTenantTable(other)).toBe(false)
    expect(isSoftDeleted(other)).toBe(false)
  }
})

describe.each(scopes)('the door for %s', (name, scope) => {
  const door = scoped(db, scope)

  it.each(tenantTables)('leads to %s by reads and changes', (table) => {
    const expected = conditionsOf(table, table)[name]!
    const live = isSoftDeleted(table) ? ` and ${table}.deleted_at is null` : ''
    expect(whereOf(door.from(table).select(sql`1`.as('one')))).toBe(expected + live)
    expect(whereOf(door.from(table, { archived: true }).select(sql`1`.as('one')))).toBe(expected)
    expect(whereOf(door.update(table).set({ organization_id: 1 } as never))).toBe(expected)
    expect(whereOf(door.remove(table))).toBe(expected)
  })

  it.each(tenantTables)('leads to %s in raw SQL', (table) => {
    const expected = conditionsOf(table, 't')[name]!
    expect(condition(reach(scope, table, 't'))).toBe(expected)
    expect(condition(inScope(scope, table, 't'))).toBe(expected)
    expect(condition(inScope(scope, table))).toBe(conditionsOf(table, table)[name])
    expect(condition(rows(scope, table, 't') as never)).toBe(
      name === 'lab' ? `${table} t` : `(select t.* from ${table} t where ${expected}) t`,
    )
  })

  it('adds rows to organizations within it', () => {
    const added = (organizations: number[]) =>
      written(door.add('locations').values(organizations.map((organization_id) => ({ organization_id }) as never)))
    const own = name === 'member' ? [7, 8] : [7]
    expect(added(own)).toBe(`insert into locations (organization_id) values ${own.map((id) => `(${id})`).join(', ')}`)
    expect(written(door.add('locations').values({ organization_id: own.at(-1) } as never))).toBe(
      `insert into locations (organization_id) values (${own.at(-1)})`,
    )
    const strange = () => added([7, 9])
    // The locked case determines whose cases a partner works on.
    if (name === 'lab' || name === 'partner') expect(strange).not.toThrow()
    else expect(strange).toThrow('A row of locations for another organization')
  })
})

it('the whole of one’s practices holds the cases of others too', () => {
  expect(wholePractices(member)).toEqual({ kind: 'practice', user: 5, all: [7, 8], own: [] })
  expect(wholePractices(office)).toEqual(office)
  expect(wholePractices(partner)).toBe(partner)
  expect(wholePractices(labScope)).toBe(labScope)
})
