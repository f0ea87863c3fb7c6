import type { Route } from '@archwire/contract/core/route.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { rows, type Scope } from '../../src/db/scope.ts'
import { tenantTables } from '../../src/db/tenant-tables.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type CaseStage, type GivenPractice } from '../given.ts'
import { beyond, createRowPolicies } from '../row-policies.ts'
import { seenBy } from '../seen.ts'
import { openTwice, type Twice } from '../twice.ts'
import { openPayments, type TestPayments } from '../paying.ts'
import { callOf, namesOf } from './names.ts'
import { recordsOf, type Records } from './records.ts'
import { admitted, routes, type Role } from './routes.ts'
import { stages } from './stages.ts'

/**
 * The second proof of the scope, beside the check of raw SQL: every call is done twice from the same state, once as
 * production does it, once with row-level policies under which the database itself hides and refuses the rows of others. An
 * answer or a row that differs is one that a statement found or wrote outside its scope.
 */
let test: TestApp
let pay: TestPayments
let twice: Twice
let ownerUrl: string
let ownPractice: GivenPractice
let theirs: GivenPractice
/** The clock of kept sessions and figures: nothing is kept from one call to the next. */
let ahead = 0

beforeAll(async () => {
  ownerUrl = await createDatabase(inject('clusterUrl'), undefined, inject('template'))
  await createRowPolicies(ownerUrl)
  pay = await openPayments()
  test = await openTestApp({ ownerUrl, payments: pay.provider })
  twice = await openTwice(test.connection, ownerUrl)
  const given = givenIn(test)
  ownPractice = await given.practice({ partner: true })
  theirs = await given.practice({ partner: true })
  for (const practice of [ownPractice, theirs]) await given.ownPrices(practice, { 'arch.print': 777 })
  // A location that only cases of others name, and a name that only they have.
  const { first_name, last_name } = patients.checkSimilar.example!.query as { first_name: string; last_name: string }
  await given.case({
    practice: ownPractice,
    form: { location_id: await given.location(ownPractice), first_name, last_name },
  })
  const present = new Date()
  setClock(() => present)
  const real = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
  // Whatever a list could show out of scope exists before the first call.
  for (const whose of ['ours', 'members', 'partners', 'theirs'] as const) await recordsFor(whose).all()
})
afterAll(async () => {
  vi.restoreAllMocks()
  setClock(undefined)
  await twice.close()
  await test.close()
  await pay.close()
  await dropDatabase(inject('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
})

/**
 * People by the form of their scope: of those who reach all of a practice the first whom a route admits. Staff reach
 * everything: for them the policies are open, and both ways are one and the same.
 */
const people: [Role, () => TestUser][][] = [
  [
    ['owner', () => ownPractice.owner],
    ['manager', () => ownPractice.manager],
    ['assistant', () => ownPractice.assistant],
  ],
  [['member', () => ownPractice.member]],
  [['lab_partner', () => ownPractice.partner!.user]],
]

const scopes = new Map<Role, Scope>()
const kept = new Map<string, Records>()

/** Records of one stage: those that everyone of the practice reaches but a member, a member's, a partner's, strangers'. */
function recordsFor(whose: 'ours' | 'members' | 'partners' | 'theirs', stage?: CaseStage): Records {
  const key = `${whose} ${stage}`
  const known =
    kept.get(key) ??
    recordsOf(test, whose === 'theirs' ? theirs : ownPractice, {
      stage,
      ...(whose === 'members' ? { doctor: ownPractice.member } : {}),
      ...(whose === 'partners' ? { form: { print_assignment: 3 } } : {}),
    })
  kept.set(key, known)
  return known
}

/** What differs each time although nothing is different: secrets, names of new bytes, moments of the database's clock. */
const withoutChance = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d(?::?\d\d)?)?/g, 'moment')
      .replaceAll(/([?&]s=)[\w-]+/g, '$1secret')
      // One in a thousand tokens has no digit; no word is as long as a token.
      .replaceAll(/(?=[\w+/=-]*\d)[\w+/=-]{20,}|[\w+/=-]{40,}/g, 'secret'),
  )

let succeeded = 0

async function sameUnderPolicies(route: Route, user: TestUser, scope: Scope, records: Records): Promise<void> {
  const { path, body } = callOf(route, await records.idsFor(route))
  if (body && 'seen' in body)
    body.seen = await seenBy(test, theirs.owner, (await records.testCase()).id).catch(() => body.seen)
  await twice.settle()
  const ask = () => {
    ahead += 120_000
    return test.raw(user, route.method, path, body)
  }
  await test.token(user)
  // What is refused was rolled back by the application itself.
  const wrote = ({ status }: { status: number }) => route.method !== 'GET' && status < 400
  const without = await twice.undone(undefined, ask, wrote)
  const under = await twice.undone(scope, ask, wrote)
  const shown = ({ answer: { status, body: said }, rows }: typeof under) => withoutChance({ status, said, rows })
  expect(shown(under)).toEqual(shown(without))
  expect(without.answer.status).toBeLessThan(500)
  if (without.answer.status === 200) succeeded += 1
}

const tried = routes.filter(([name, route]) => route.needs !== 'public' && !route.stream && !name.includes(' /mailbox'))

it.each(tried)('%s', async (name, route) => {
  const given = givenIn(test)
  for (const alike of people) {
    const [role, person] = alike.find(([who]) => admitted(route, who)) ?? []
    if (!role || !person) continue
    const scope = scopes.get(role) ?? (await given.actor(person())).scope
    scopes.set(role, scope)
    const own = role === 'member' ? 'members' : role === 'lab_partner' ? 'partners' : 'ours'
    const called: Iterable<Parameters<typeof recordsFor>[0]> =
      namesOf(route).length === 0 ? [own] : new Set<'ours' | 'members' | 'partners' | 'theirs'>([own, 'ours', 'theirs'])
    for (const whose of called) await sameUnderPolicies(route, person(), scope, recordsFor(whose, stages[name]))
  }
})

it('the calls did what they are for', () => {
  expect(succeeded).toBeGreaterThan(150)
})

it('the policies hide what is out of scope, and nothing else', async () => {
  const given = givenIn(test)
  /** How many rows of every tenant table someone sees. */
  const countsOf = async (scope: Scope | undefined): Promise<number[]> => {
    const counts = sql.join(tenantTables.map((table) => sql`(select count(*)::int from ${sql.table(table)})`))
    const { answer } = await twice.undone(
      scope,
      () => sql<{ counts: number[] }>`select array[${counts}] as counts`.execute(test.connection.db),
      () => false,
    )
    return answer.rows[0]!.counts
  }
  /** The same by the conditions of db/scope.ts. */
  const conditionsOf = async (scope: Scope): Promise<number[]> => {
    const counts = sql.join(tenantTables.map((table) => sql`(select count(*)::int from ${rows(scope, table, 't')})`))
    const found = await sql<{ counts: number[] }>`select array[${counts}] as counts`.execute(test.connection.db)
    return found.rows[0]!.counts
  }
  const all = await countsOf(undefined)
  for (const user of [ownPractice.owner, ownPractice.member, ownPractice.partner!.user, theirs.owner]) {
    const { scope } = await given.actor(user)
    const seen = await countsOf(scope)
    expect(seen).toEqual(await conditionsOf(scope))
    expect(seen[tenantTables.indexOf('patients')]).toBeGreaterThan(0)
    expect(seen[tenantTables.indexOf('patients')]).toBeLessThan(all[tenantTables.indexOf('patients')]!)
  }
})

it('what looks beyond the scope is known, and says why', () => {
  expect(beyond.map(({ tables }) => tables.length)).toEqual([3, 1, 2])
  for (const { because } of beyond) expect(because.length).toBeGreaterThan(20)
})
