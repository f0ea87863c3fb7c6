import { addDays, dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { orders } from '@archwire/contract/billing/routes.ts'
import { cardLink, cards } from '@archwire/contract/dashboard/card-links.ts'
import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { dashboard } from '@archwire/contract/dashboard/routes.ts'
import { figureLink, loadLink, type FigureName, type FigureOf } from '@archwire/contract/figures/links.ts'
import { figures, type LabFigures, type PracticeFigures } from '@archwire/contract/figures/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import type { PatientSearch } from '@archwire/contract/patients/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { countsOf, variedCases } from '../figures.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { januaryIn } from '../january.ts'
import { workedCases, type WorkedCase } from './worked-cases.ts'

/** Every figure of /reports equals the list that it opens, the dashboard's, and a count of the facts alone. */
let test: TestApp
let given: Given
let practice: GivenPractice
let other: GivenPractice
let worked: WorkedCase[]
let staff: TestUser
let technicians: TestUser[]
let today: Day
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  today = dayIn(test.config.labZone, new Date())
  ;[practice, other] = [await given.practice({ partner: true }), await given.practice()]
  staff = await given.user('supervisor')
  technicians = [await given.user('tech_support', ['Tess', 'One']), await given.user('admin', ['Tom', 'Two'])]
  await sql`update memberships set custom_permissions = '{users.view-dashboard}'
    where user_id = ${practice.owner.id} and organization_id = ${practice.id}`.execute(test.connection.db)
  const facts = await variedCases(test, given, [practice, practice, other], { count: 40, today, seed: 54 })
  worked = await workedCases(test, facts, { people: technicians, today, seed: 55 })
})
afterAll(() => test.close())

const queryOf = ({ from, to }: DayRange) => ({
  ...(from && { date_from: from }),
  ...(to && { date_to: to }),
  live_data: '1' as const,
})
const ofPractice = async (user: TestUser, id: number, range: DayRange): Promise<PracticeFigures> => {
  const answer = await test.as(user).call(figures.ofPractice, { params: { id }, query: queryOf(range) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const ofLab = async (range: DayRange): Promise<LabFigures> => {
  const answer = await test.as(staff).call(figures.ofLab, { query: queryOf(range) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const totalOf = async (user: TestUser, link: PatientSearch): Promise<number> => {
  const list = await test.as(user).call(patients.list, { query: { ...link, perPage: 1 } as object })
  expect(list.status, JSON.stringify(list.body)).toBe(200)
  return list.body.meta.total
}

const ranges = (): DayRange[] => [
  { from: null, to: null },
  { from: addDays(today, -150), to: addDays(today, -20) },
  { from: addDays(today, -90), to: today },
]
const median = (values: number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

/** Counts of the facts alone: no SQL. */
function naive(all: readonly WorkedCase[], { from, to }: DayRange) {
  const within = (at: Date | null): boolean => {
    if (!at) return false
    const day = dayIn(test.config.labZone, at)
    return (from === null || day >= from) && (to === null || day <= to)
  }
  const counted = all.filter(({ archived, cancelled }) => !archived && !cancelled)
  const count = (is: (fact: WorkedCase) => boolean) => counted.filter(is).length
  const approved = counted.filter(({ completedAt }) => within(completedAt))
  const hours = (from_: (fact: WorkedCase) => Date | null) =>
    median(
      approved.flatMap((fact) => {
        const since = from_(fact)
        return since ? [(fact.completedAt!.getTime() - since.getTime()) / 3_600_000] : []
      }),
    )
  const setupsOf = (makers: number[]) => approved.filter(({ submissionBy }) => makers.includes(submissionBy))
  return {
    approvals: (makers: number[]) => ({
      approved: approved.length,
      setups: setupsOf(makers).length,
      first_round: setupsOf(makers).filter(({ round }) => round === 1).length,
    }),
    hoursToApproval: hours(({ submittedAt }) => submittedAt),
    hoursWaited: hours(({ readyAt }) => readyAt),
    causes: (cause: string | null) =>
      count(({ trays, causes }) => trays.some((at, index) => causes[index] === cause && within(at))),
    finished: (is: (step: WorkedCase['steps'][number]) => boolean) =>
      count(({ steps }) => steps.some((step) => is(step) && within(step.finishedAt))),
    minutes: (is: (step: WorkedCase['steps'][number]) => boolean) =>
      median(
        counted.flatMap(({ steps }) =>
          steps
            .filter((step) => is(step) && within(step.finishedAt))
            .map(({ startedAt, finishedAt }) => (finishedAt.getTime() - startedAt.getTime()) / 60_000),
        ),
      ),
  }
}
const nearly = (value: number | null, expected: number | null) =>
  expected === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(expected, 0)

describe('a figure is the total of its list, the dashboard’s, and what the facts say', () => {
  it('for a practice', async () => {
    const { owner, id } = practice
    const own = worked.filter(({ organizationId }) => organizationId === id)
    for (const range of ranges()) {
      const shown = await ofPractice(owner, id, range)
      const dashboards = await test
        .as(owner)
        .call(dashboard.get, { query: { ...queryOf(range), organization_id: String(id) } as object })
      expect([shown.counts, shown.plots]).toEqual([dashboards.body.counts, dashboards.body.plots])
      expect(shown.counts).toEqual(countsOf(own, range, test.config.labZone))
      const said = naive(own, range)
      expect(shown.approvals).toMatchObject(said.approvals([1, 3]))
      nearly(shown.approvals.hours_to_approval, said.hoursToApproval)
      nearly(shown.approvals.hours_waited, said.hoursWaited)
      const check = async (figure: FigureName, value: number, of: FigureOf = {}) => {
        const link = figureLink(figure, range, today, { ...of, makers: 'practice' })
        expect([figure, of, range, await totalOf(owner, link)]).toEqual([figure, of, range, value])
      }
      for (const name of ['approved', 'setups', 'first_round'] as const) await check(name, shown.approvals[name])
      for (const { cause, cases } of shown.causes) {
        expect([cause, cases]).toEqual([cause, said.causes(cause)])
        if (cause) await check('flawed_trays', cases, { cause })
      }
      expect(shown.doctors.map(({ name }) => name).toSorted()).toEqual(['Mia Member', 'Olga Owner'])
      for (const doctor of shown.doctors) {
        const ofDoctor = own.filter(({ doctorId }) => doctorId === doctor.id)
        const { submissions, shipped, flawed_trays } = countsOf(ofDoctor, range, test.config.labZone)
        expect(doctor).toMatchObject({
          submissions,
          shipped,
          flawed_trays,
          approvals: naive(ofDoctor, range).approvals([1, 3]),
        })
        nearly(doctor.approvals.hours_to_approval, naive(ofDoctor, range).hoursToApproval)
        const values = { submissions, shipped, flawed_trays, ...naive(ofDoctor, range).approvals([1, 3]) }
        for (const [name, value] of Object.entries(values))
          await check(name as FigureName, value, { doctor: { id: doctor.id!, name: doctor.name } })
      }
    }
  })

  it('for the lab', async () => {
    for (const range of ranges()) {
      const shown = await ofLab(range)
      const dashboards = await test.as(staff).call(dashboard.get, { query: queryOf(range) })
      expect([shown.counts, shown.plots]).toEqual([dashboards.body.counts, dashboards.body.plots])
      for (const card of cards)
        expect([card, await totalOf(staff, cardLink(card, range, today))]).toEqual([card, shown.counts[card]])
      const said = naive(worked, range)
      expect(shown.approvals).toMatchObject(said.approvals([1]))
      nearly(shown.approvals.hours_to_approval, said.hoursToApproval)
      const check = async (figure: FigureName, value: number, of: FigureOf = {}) => {
        const link = figureLink(figure, range, today, { ...of, makers: 'lab' })
        expect([figure, of, range, await totalOf(staff, link)]).toEqual([figure, of, range, value])
      }
      for (const name of ['approved', 'setups', 'first_round'] as const) await check(name, shown.approvals[name])
      for (const { cause, cases } of shown.causes) {
        expect([cause, cases]).toEqual([cause, said.causes(cause)])
        if (cause) await check('flawed_trays', cases, { cause })
      }
      expect(shown.steps.length).toBeGreaterThan(3)
      for (const { step, cases, median_minutes } of shown.steps) {
        expect([step, cases]).toEqual([step, said.finished(({ process }) => process === step)])
        nearly(
          median_minutes,
          said.minutes(({ process }) => process === step),
        )
        await check('worked', cases, { step })
      }
      expect(shown.technicians.map(({ id }) => id)).toEqual(
        expect.arrayContaining([...technicians.map(({ id }) => id), null]),
      )
      for (const { id, cases } of shown.technicians) {
        expect([id, cases]).toEqual([id, said.finished(({ by }) => by === id)])
        if (id) await check('worked', cases, { technician: id })
      }
      expect(new Set(shown.practices.map(({ id }) => id))).toEqual(new Set([practice.id, other.id]))
      for (const { id, name: _, ...counts } of shown.practices) {
        for (const [figure, value] of Object.entries(counts)) await check(figure as FigureName, value, { practice: id })
        const { setups, first_round } = naive(
          worked.filter(({ organizationId }) => organizationId === id),
          range,
        ).approvals([1])
        expect(counts).toMatchObject({ setups, first_round })
      }
    }
  })

  it('and the load is what the lab’s list shows at each step and of each technician', async () => {
    const { load } = await ofLab({ from: today, to: today })
    expect(load.steps.length).toBeGreaterThan(1)
    for (const { step, cases } of load.steps)
      expect([step, await totalOf(staff, loadLink({ step }))]).toEqual([step, cases])
    expect(load.technicians.length).toBeGreaterThan(1)
    for (const { id, cases } of load.technicians)
      expect([id, await totalOf(staff, loadLink({ technician: id }))]).toEqual([id, cases])
  })
})

describe('spend', () => {
  it('is the closed orders of the range by month, and the open one as billing reads it', async () => {
    const { practice: begin, close } = januaryIn(test, given)
    const made = await begin()
    for (const day of ['2026-01-31', '2026-02-28']) await close(made, day)
    const shown = (await ofPractice(made.owner, made.id, { from: null, to: null })).spend!
    const listed = (
      await test.as(made.owner).call(orders.listOfOrganization, { params: { id: made.id }, query: {} })
    ).body.orders.filter(({ closing_day }) => closing_day !== null)
    const inMonths = shown.months.flatMap(({ orders: closed }) => closed)
    const totals = (some: readonly { id: number; total: number }[]) =>
      Object.fromEntries(some.map(({ id, total }) => [id, total]))
    expect(totals(inMonths)).toEqual(totals(listed))
    for (const { total, orders: closed } of shown.months)
      expect(total).toBeCloseTo(
        closed.reduce((sum, order) => sum + order.total, 0),
        2,
      )
    expect(shown.months.at(-1)).toMatchObject({ month: '2026-02-01', total: listed[0]!.total })
    expect(listed[0]!.total).toBeGreaterThan(0)
    const open = (await test.as(made.owner).call(orders.current, { params: { id: made.id } })).body.order!
    expect(shown.current).toEqual({ id: open.id, total: open.total })
    const none = (await ofPractice(made.owner, made.id, { from: '2026-02-01', to: '2026-02-27' })).spend!
    expect([none.months, none.current?.id]).toEqual([[], open.id])
  })
})

it('the survey counts practices by answer, and names them', async () => {
  await sql`insert into account_details (organization_id, version, organization, first_name, last_name, email, phone_number,
      street_address, city, state, zip_code, country, survey_answer_id, survey_response_other, created_at, updated_at)
    select o.id, 1, o.name, 'A', 'B', 'a@example.com', '+13125550123', '1 Elm St', 'Chicago', 'IL', '60601', 'US',
      case when o.id = ${practice.id} then 7 else 1 end, case when o.id = ${practice.id} then 'A neighbor' else '' end, now(), now()
    from organizations o where o.id in (${practice.id}, ${other.id})`.execute(test.connection.db)
  const { survey } = await ofLab({ from: today, to: today })
  expect(survey).toMatchObject([
    { answer: 'A colleague', count: 1, practices: [{ id: other.id, other: '' }] },
    { answer: 'Other', count: 1, practices: [{ id: practice.id, other: 'A neighbor' }] },
  ])
  expect((await ofLab({ from: '2020-01-01', to: '2020-01-31' })).survey).toEqual([])
})

describe('who reads what', () => {
  const status = async (user: TestUser, path: string) => (await test.raw(user, 'GET', path)).status
  it('a practice’s reports are for its people who see all of its cases, spend for those who read its invoices', async () => {
    const path = `/organizations/${practice.id}/figures`
    for (const user of [practice.owner, practice.manager, practice.assistant])
      expect(await status(user, path)).toBe(200)
    for (const user of [practice.member, practice.partner!.user, staff]) expect(await status(user, path)).toBe(403)
    expect(await status(other.owner, path)).toBe(404)
    expect(await status(practice.partner!.user, `/organizations/${practice.partner!.id}/figures`)).toBe(403)
    expect(await status(practice.owner, `${path}?date_from=2026-02-02&date_to=2026-02-01`)).toBe(422)
    const range = { from: null, to: null }
    expect((await ofPractice(practice.manager, practice.id, range)).spend).not.toBeNull()
    expect((await ofPractice(practice.assistant, practice.id, range)).spend).toBeNull()
    // Figures of the last minute are kept apart for those who do not read invoices.
    const kept = async (user: TestUser) => (await test.raw(user, 'GET', path)).body.spend
    expect([await kept(practice.owner), await kept(practice.assistant)]).toEqual([expect.anything(), null])
  })
  it('the lab’s are for its staff', async () => {
    expect(await status(await given.user('tech_support'), '/figures/lab')).toBe(200)
    for (const user of [practice.owner, practice.manager, practice.partner!.user])
      expect(await status(user, '/figures/lab')).toBe(403)
  })
})
