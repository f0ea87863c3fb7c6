import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Db } from './client.ts'
import { dryDialect } from './dry-dialect.ts'
import { caseCondition, labScope, organizationCondition, scoped, type Scope } from './scope.ts'
import type { TenantTable } from './tenant-tables.ts'

/** Checked by the compiler, not by running: a query on tenant tables without a scope does not compile (rule 6). */
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

/** Whose cases: of the lab all, of a partner those assigned to it, of a practice all or the own ones (rule 4). */
const reach = (alias: string, doctor = 'user_id') => ({
  lab: 'true',
  partner: `${alias}.partner_organization_id = any([9]::int[])`,
  office: `${alias}.organization_id = any([7,8]::int[])`,
  member: `(${alias}.organization_id = any([7]::int[]) or (${alias}.organization_id = any([8]::int[]) and (${alias}.${doctor} = 5 or ${alias}.created_by_user_id = 5)))`,
})
const scopes: [name: keyof ReturnType<typeof reach>, Scope][] = [
  ['lab', labScope],
  ['partner', partner],
  ['office', office],
  ['member', member],
]

it.each(scopes)('the cases of %s', (name, scope) => {
  expect(condition(caseCondition(scope, 'p'))).toBe(reach('p')[name])
  expect(condition(caseCondition(scope, 'c', 'doctor_id'))).toBe(reach('c', 'doctor_id')[name])
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

/** What hangs on a case is seen by whoever sees the case. */
const hangOnCase: TenantTable[] = [
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
const ofOrganization: TenantTable[] = ['rx_form_drafts', 'locations', 'location_users', 'invitations', 'uploads']
const archivable: TenantTable[] = ['patients', 'patient_files', 'locations', 'pins', 'measurements']

describe.each(scopes)('the door for %s', (name, scope) => {
  const door = scoped(db, scope)
  /** All three ways through the door carry the condition; what is archived stays out of reads that do not ask for it. */
  function expectCondition(table: TenantTable, expected: string) {
    const live = archivable.includes(table) ? ` and ${table}.deleted_at is null` : ''
    expect(whereOf(door.from(table).select(sql`1`.as('one'))), table).toBe(expected + live)
    expect(whereOf(door.from(table, { archived: true }).select(sql`1`.as('one'))), table).toBe(expected)
    expect(whereOf(door.update(table).set({ organization_id: 1 } as never)), table).toBe(expected)
    expect(whereOf(door.remove(table)), table).toBe(expected)
  }

  it('leads to cases and to the rows of the lists', () => {
    expectCondition('patients', reach('patients')[name])
    expectCondition('case_rows', reach('case_rows', 'doctor_id')[name])
  })
  it.each(hangOnCase)('leads to %s of these cases', (table) =>
    expectCondition(
      table,
      name === 'lab'
        ? 'true'
        : `exists (select 1 from patients p where p.organization_id = ${table}.organization_id and p.id = ${table}.patient_id and ${reach('p')[name]})`,
    ),
  )
  it('leads to the steps of their work', () =>
    expectCondition(
      'tech_workflow_processes',
      `exists (select 1 from tech_workflows w join patients p on p.organization_id = w.organization_id and p.id = w.patient_id where w.organization_id = tech_workflow_processes.organization_id and w.id = tech_workflow_processes.tech_workflow_id and ${reach('p')[name]})`,
    ))
  it.each(ofOrganization)('leads to %s of the organizations', (table) =>
    expectCondition(table, within(`${table}.organization_id`)[name]),
  )
  it('adds rows as they are given', () => {
    expect(written(door.add('locations').values({ organization_id: 7 } as never))).toBe(
      'insert into locations (organization_id) values (7)',
    )
  })
})
