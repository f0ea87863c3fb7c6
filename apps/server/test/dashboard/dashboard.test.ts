import { addDays, dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { cardLink, cards } from '@archwire/contract/dashboard/card-links.ts'
import { presets, rangeOf, type DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { dashboard, type Dashboard } from '@archwire/contract/dashboard/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceOf } from '../../../../tools/chance.ts'
import { refreshCaseRows, staleCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { countsOf, variedCases, type CaseFacts } from '../figures.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** Staff-wide figures need a database of their own, cloned from the template. */
let test: TestApp
let given: Given
let practice: GivenPractice
let other: GivenPractice
let facts: CaseFacts[]
let people: Record<'super_admin' | 'tech_support' | 'owner' | 'member', TestUser>
let today: Day
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  today = dayIn(test.config.labZone, new Date())
  ;[practice, other] = [await given.practice({ partner: true }), await given.practice()]
  people = {
    super_admin: await given.user('super_admin'),
    tech_support: await given.user('tech_support'),
    owner: practice.owner,
    member: practice.member,
  }
  await letSee(practice.owner, practice.id)
  await letSee(practice.member, practice.id)
  facts = await variedCases(test, given, [practice, practice, other], { count: 48, today, seed: 2_026_11_21 })
})
afterAll(() => test.close())

/** Gives a member the permission to see the statistics of an organization. */
const letSee = (user: TestUser, organizationId: number) =>
  sql`update memberships set custom_permissions = '{users.view-dashboard}'
    where user_id = ${user.id} and organization_id = ${organizationId}`.execute(test.connection.db)

const ask = async (user: TestUser, range: DayRange, more: object = {}): Promise<Dashboard> => {
  const query = { date_from: range.from ?? undefined, date_to: range.to ?? undefined, live_data: 1, ...more }
  const answer = await test.as(user).call(dashboard.get, { query: query as object })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** The cases that a person's lists may show at all. */
const factsOf = (who: keyof typeof people): CaseFacts[] =>
  who === 'owner'
    ? facts.filter(({ organizationId }) => organizationId === practice.id)
    : who === 'member'
      ? facts.filter((fact) => fact.organizationId === practice.id && fact.doctorId === practice.member.id)
      : facts

function randomRanges(count: number): DayRange[] {
  const chance = chanceOf(7)
  return Array.from({ length: count }, (_, index) => {
    const from = addDays(today, -Math.floor(chance() * 520))
    const to = addDays(from, Math.floor(chance() * (index % 2 === 0 ? 20 : 300)))
    return { from: chance() < 0.1 ? null : from, to: chance() < 0.1 ? null : to > today ? today : to }
  })
}

it('keeps every moment that is counted in the ready row', async () => {
  expect(await staleCaseRows(test.connection.db)).toEqual([])
})

describe('every card is the total of the list that it opens', () => {
  it.each(['super_admin', 'tech_support', 'owner', 'member'] as const)('for %s', async (who) => {
    const user = people[who]
    for (const range of [
      ...randomRanges(process.env.LONG === '1' ? 30 : 6),
      ...presets.map((preset) => rangeOf(preset, today)),
    ]) {
      const { counts } = await ask(user, range)
      expect([range, counts]).toEqual([range, countsOf(factsOf(who), range, test.config.labZone)])
      for (const card of cards) {
        const query = cardLink(card, range, today)
        const list = await test.as(user).call(patients.list, { query: { ...query, perPage: 1 } as object })
        expect(list.status, JSON.stringify(list.body)).toBe(200)
        expect([card, range, list.body.meta.total]).toEqual([card, range, counts[card]])
      }
    }
  })
  it('counts something on every card, and never the same everywhere', async () => {
    const { counts } = await ask(people.super_admin, { from: null, to: null })
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
    expect(new Set(Object.values(counts)).size).toBeGreaterThan(6)
  })
})

describe('lists of what is done to cases', () => {
  const totals = async (query: object) => {
    const { body } = await test
      .as(people.super_admin)
      .call(patients.list, { query: { 'filter[active_request_only]': '0', ...query } as object })
    return body.meta.total
  }
  const counted = () => facts.filter(({ archived, cancelled }) => !archived && !cancelled)
  it('look at kind and state together, kinds are alternatives, and one print meets all that is asked of it', async () => {
    const both = 'initial_case_setup.4,printing_request.4'
    const isCanceled = (print: CaseFacts['prints'][number], index: number) => !print.shippedAt && index % 2 === 1
    expect(await totals({ requestTypeStatus: 'printing_request.4' })).toBe(
      counted().filter(({ prints }) => prints.some(isCanceled)).length,
    )
    expect(await totals({ requestTypeStatus: both })).toBe(
      counted().filter(({ completedAt, prints }) => completedAt || prints.some(isCanceled)).length,
    )
    expect(await totals({ requestTypeStatus: 'printing_request.4', 'filter[insert_brackets]': '1' })).toBe(
      counted().filter(({ prints }) => prints.some((print, index) => isCanceled(print, index) && print.brackets))
        .length,
    )
    expect(await totals({ requestTypeStatus: 'flawed_tray.0' })).toBe(
      counted().filter(({ trays }) => trays.length > 0).length,
    )
    expect(await totals({ 'filter[insert_brackets]': '1' })).toBe(
      counted().filter(({ prints }) => prints.some(({ brackets }) => brackets)).length,
    )
  })
  it('asks whose work it is of the kind that was chosen', async () => {
    const isInOffice = (print: CaseFacts['prints'][number], index: number) => !print.shippedAt && index % 2 === 0
    expect(await totals({ requestTypeStatus: 'printing_request.0', requestAssignments: '2' })).toBe(
      counted().filter(({ prints }) => prints.some(isInOffice)).length,
    )
    expect(await totals({ requestTypeStatus: 'initial_case_setup.0', requestAssignments: '2,3' })).toBe(
      counted().filter(({ submissionBy }) => submissionBy !== 1).length,
    )
  })
})

describe('plots', () => {
  it('show every bucket of the range, and together what the cards say', async () => {
    const range = { from: addDays(today, -99), to: today }
    const { plots, counts } = await ask(people.super_admin, range)
    expect(plots.each).toBe('week')
    expect(plots.points.reduce((sum, point) => sum + point.submissions, 0)).toBe(counts.submissions)
    for (const [index, { day }] of plots.points.entries()) expect(day).toBe(addDays(plots.points[0]!.day, index * 7))
    expect(plots.points.at(-1)!.day > addDays(today, -7)).toBe(true)
  })
  it.each(['super_admin', 'owner'] as const)('are the counts of each bucket alone, for %s', async (who) => {
    const { plots } = await ask(people[who], { from: addDays(today, -30), to: today })
    const zone = test.config.labZone
    expect(plots.points).toHaveLength(31)
    for (const { day, submissions, shipped, hours_to_approval } of plots.points) {
      const alone = countsOf(factsOf(who), { from: day, to: day }, zone)
      expect([day, submissions, shipped]).toEqual([day, alone.submissions, alone.shipped])
      const approved = factsOf(who).filter(
        (fact) => !fact.archived && !fact.cancelled && fact.completedAt && dayIn(zone, fact.completedAt) === day,
      )
      const hours = approved
        .map((fact) => (fact.completedAt!.getTime() - fact.submittedAt.getTime()) / 3_600_000)
        .sort((a, b) => a - b)
      if (hours.length === 0) expect(hours_to_approval).toBeNull()
      else
        expect(hours_to_approval).toBeCloseTo(
          (hours[Math.floor((hours.length - 1) / 2)]! + hours[Math.ceil((hours.length - 1) / 2)]!) / 2,
          0,
        )
    }
  })
  it('of all time are the same for a practice as for a lab that has only this practice', async () => {
    const range = { from: null, to: null }
    const [own, ofLab] = [
      await ask(people.owner, range),
      await ask(people.super_admin, range, { organization_id: practice.id }),
    ]
    expect(own.plots).toEqual(ofLab.plots)
    expect(own.plots.each).toBe('month')
    expect(own.counts).toEqual(ofLab.counts)
  })
})

describe('who sees what', () => {
  const status = async (user: TestUser, query = '') => (await test.raw(user, 'GET', `/dashboard${query}`)).status
  it('needs the permission somewhere, and the organization within reach', async () => {
    expect(await status(practice.manager)).toBe(403)
    expect(await status(practice.partner!.user)).toBe(403)
    expect(await status(practice.owner)).toBe(200)
    expect(await status(practice.owner, `?organization_id=${other.id}`)).toBe(404)
    expect(await status(practice.owner, '?organization_id=2000000000')).toBe(404)
    expect(await status(people.super_admin, '?organization_id=2000000000')).toBe(404)
    expect(await status(practice.owner, '?date_from=2026-02-02&date_to=2026-02-01')).toBe(422)
    expect(await status(practice.owner, '?date_from=2026-02-30')).toBe(422)
  })
  it('a member of two practices sees statistics where the permission is held', async () => {
    const both = await given.user('doctor')
    for (const { id } of [practice, other])
      await sql`insert into memberships (organization_id, user_id, role) values (${id}, ${both.id}, 'organization_manager')`.execute(
        test.connection.db,
      )
    await letSee(both, other.id)
    const theirs = facts.filter(({ organizationId }) => organizationId === other.id)
    const { counts, statuses } = await ask(both, { from: null, to: null })
    expect([counts, statuses]).toEqual([countsOf(theirs, { from: null, to: null }, test.config.labZone), null])
    expect(await status(both, `?organization_id=${practice.id}`)).toBe(403)
    expect(await status(both, `?organization_id=${other.id}`)).toBe(200)
  })
  it('a partner lab with the permission counts the cases assigned to it, without gauges', async () => {
    const partner = practice.partner!
    const ownFacts = facts.filter(({ organizationId }) => organizationId === practice.id).slice(0, 12)
    const ids = ownFacts.map(({ id }) => id)
    await sql`update patients set partner_organization_id = ${partner.id} where id = any(${ids})`.execute(
      test.connection.db,
    )
    await test.connection.db.transaction().execute((trx) => refreshCaseRows(trx, ids))
    // Someone new: who asked before is remembered for two seconds.
    const colleague = await given.user('lab_partner')
    await sql`insert into memberships (organization_id, user_id, role)
      values (${partner.id}, ${colleague.id}, 'organization_member')`.execute(test.connection.db)
    await sql`update users set custom_permissions = '{users.view-dashboard}' where id = ${colleague.id}`.execute(
      test.connection.db,
    )
    const { counts, statuses, plots } = await ask(colleague, { from: null, to: null })
    expect([counts, statuses]).toEqual([countsOf(ownFacts, { from: null, to: null }, test.config.labZone), null])
    expect(plots.points.reduce((sum, point) => sum + point.submissions, 0)).toBe(counts.submissions)
    const list = await test.as(colleague).call(patients.list, {
      query: cardLink('submissions', { from: null, to: null }, today) as object,
    })
    expect(list.body.meta.total).toBe(counts.submissions)
  })
  it('the number of archived ones only with the permission for archived records', async () => {
    const all = { from: null, to: null }
    expect((await ask(people.super_admin, all)).statuses!.organization.archived).toBe(0)
    expect((await ask(people.tech_support, all)).statuses!.organization.archived).toBeNull()
    expect((await ask(people.tech_support, all)).statuses!.user.archived).toBeNull()
  })
  it('without live_data the answer may be a minute old', async () => {
    const range = { from: '2020-01-01', to: '2020-01-02' }
    const first = await ask(people.super_admin, range, { live_data: 0 })
    expect((await ask(people.tech_support, range, { live_data: 0 })).computed_at).toBe(first.computed_at)
    expect((await ask(people.owner, range, { live_data: 0 })).computed_at > first.computed_at).toBe(true)
    const live = await ask(people.tech_support, range)
    expect(live.computed_at > first.computed_at).toBe(true)
    expect((await ask(people.super_admin, range, { live_data: 0 })).computed_at).toBe(live.computed_at)
  })
})
