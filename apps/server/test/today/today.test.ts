import { contracts } from '@archwire/contract/contracts/routes.ts'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { namedToday, todayLists, type TodayKind } from '@archwire/contract/today/lists.ts'
import { today, type TodayList } from '@archwire/contract/today/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived, closeOrder } from '../../src/modules/billing/index.ts'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import { addBusinessDays } from '../../src/modules/calendar/index.ts'
import { writeCharges } from '../../src/modules/charges/index.ts'
import { asOwner } from '../as-owner.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { chargeByHand } from '../own-charge.ts'

/** `today/number`, `today/who`: numbers of the whole lab need a database of their own. */
let test: TestApp
let given: Given
let practice: GivenPractice
let other: GivenPractice
let staff: Record<'super_admin' | 'admin' | 'supervisor' | 'tech_support', TestUser>
let lab: { day: string; soon: string }
const cases: Record<string, GivenCase> = {}

beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  ;[practice, other] = [await given.practice({ partner: true }), await given.practice()]
  staff = {
    super_admin: await given.user('super_admin'),
    admin: await given.user('admin'),
    supervisor: await given.user('supervisor'),
    tech_support: await given.user('tech_support'),
  }
  const day = dayIn(test.config.labZone, new Date())
  lab = { day, soon: addBusinessDays(day, 1) }
  await madeCases()
  await owes(practice, 'BLOCKED')
  await owes(other, 'NOT_PAID')
})
afterAll(() => test.close())

async function madeCases(): Promise<void> {
  const add = async (name: string, options: Parameters<Given['case']>[0] = {}) =>
    void (cases[name] = await given.case({ practice, tech: staff.supervisor, ...options }))
  const ofMember = { user_id: practice.member.id }
  const print = { export_type: 1, print_assignment: 1, shipping_method: 'express' } as const
  await add('late', { stage: 'in_progress' })
  await add('late and untaken', { form: ofMember })
  await add('ships today', { stage: 'in_progress' })
  await add('ships next', { form: ofMember })
  await add('ships later', { stage: 'in_progress' })
  await add('stuck', { stage: 'in_progress' })
  await add('of the partner', { form: { submission_completed_by: 3 } })
  await add('held', { held: true, form: ofMember })
  await add('to approve')
  await add('printed', { stage: 'approved', form: print })
  await add('to its doctor', { stage: 'awaiting_approval', form: ofMember })
  for (let index = 0; index < namedToday; index += 1) await add(`waits ${index}`, { stage: 'awaiting_approval' })
  await add('elsewhere', { practice: other })
  for (const [name, ships] of Object.entries({
    late: addDays(lab.day, -1),
    'late and untaken': addDays(lab.day, -4),
    'ships today': lab.day,
    'ships next': lab.soon,
    'ships later': addDays(lab.soon, 1),
    stuck: addDays(lab.soon, 30),
    'of the partner': addDays(lab.day, -2),
    held: addDays(lab.day, -2),
    elsewhere: addDays(lab.day, -2),
    'to approve': addDays(lab.soon, 30),
  }))
    await change(name, sql`update rx_forms set ship_date = ${ships}::date where patient_id = ${cases[name]!.id}`)
  const longAgo = addBusinessDays(lab.day, -4)
  await change(
    'stuck',
    sql`update rx_forms set status_updated_at = ${longAgo}::date where patient_id = ${cases['stuck']!.id}`,
  )
  await change(
    'printed',
    sql`update printing_requests set expected_arrival_date = ${lab.day}::date,
    ship_date = ${addDays(lab.soon, 20)}::date where patient_id = ${cases['printed']!.id}`,
  )
}

const change = (name: string, statement: ReturnType<typeof sql>) =>
  test.connection.db.transaction().execute(async (trx) => {
    await statement.execute(trx)
    await refreshCaseRows(trx, [cases[name]!.id])
  })

/** The practice has a subscription, and an invoice that is not paid. */
async function owes({ id: organizationId }: GivenPractice, state: 'NOT_PAID' | 'BLOCKED'): Promise<void> {
  const { labZone: zone } = test.config
  const present = new Date()
  await test.connection.db.transaction().execute(async (trx) => {
    await beginWaived(trx, { scope: labScope, now: present }, organizationId, zone)
    const row = chargeByHand({ unit_cents: 10_000, day: dayIn(zone, present) })
    await writeCharges(trx, { userId: null, name: 'Archwire', now: present }, organizationId, [row])
    await closeOrder(trx, { organizationId, kind: 'by_hand', charged: 'later', zone, now: present })
  })
  await asOwner(
    `update orders set fm_invoice_status = $2, failed_at = now(), blocked_at = case when $2 = 'BLOCKED' then now() end
      where organization_id = $1 and fm_invoice_status = 'PENDING'`,
    [organizationId, state],
    test.ownerUrl,
  )
}

const read = async (user: TestUser, query: object = {}) => {
  const answer = await test.as(user).call(today.get, { query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const listsOf = async (user: TestUser, query: object = {}) =>
  Object.fromEntries((await read(user, query)).lists.map((list) => [list.kind, list])) as Record<TodayKind, TodayList>
const nameOf = (id: number) => Object.keys(cases).find((name) => cases[name]!.id === id)!

/** The list that a number opens, as its page asks for it. */
async function openedBy(user: TestUser, kind: TodayKind, more: object): Promise<{ total: number; ids: number[] }> {
  const { page, search } = todayLists[kind]
  const query = { ...search, ...more, perPage: '200' } as object
  const as = test.as(user)
  if (page === '/subscriptions') {
    const { body } = await as.call(contracts.list, { query })
    return { total: body.meta.total, ids: body.contracts.map(({ id }) => id) }
  }
  const { body, status } =
    page === '/patients'
      ? await as.call(patients.listOfOrganization, { params: { id: practice.id }, query })
      : await as.call(patients.list, { query })
  expect(status, JSON.stringify(body)).toBe(200)
  return { total: body.meta.total, ids: body.patients.map(({ id }) => id) }
}

const ofPractice: TodayKind[] = ['to_approve', 'questions', 'arriving', 'overdue']
const ofLab: TodayKind[] = ['late', 'at_risk', 'stuck', 'unassigned', 'unpaid']
const readers: [string, () => TestUser, TodayKind[]][] = [
  ['owner', () => practice.owner, ofPractice],
  ['manager', () => practice.manager, ofPractice],
  ['member', () => practice.member, ofPractice],
  ['assistant', () => practice.assistant, ofPractice.slice(1)],
  ['partner', () => practice.partner!.user, ofLab.slice(0, 3)],
  ['super_admin', () => staff.super_admin, ofLab],
  ['admin', () => staff.admin, ofLab],
  ['supervisor', () => staff.supervisor, ofLab],
  ['tech_support', () => staff.tech_support, ofLab],
]

it.each(readers)(
  'shows the %s what they may read, each number the total of the list that it opens, and of the dashboard',
  async (_, who, kinds) => {
    const user = who()
    const elsewhere = { chosen_wi_organization_id: String(other.id) }
    for (const chosen of kinds.includes('late') ? [{}, elsewhere] : [{}]) {
      const lists = await listsOf(user, chosen)
      expect(Object.keys(lists)).toEqual(kinds)
      for (const kind of kinds) {
        const list = await openedBy(user, kind, chosen)
        expect([kind, chosen, lists[kind].total]).toEqual([kind, chosen, list.total])
        const shown = lists[kind].items.map(({ id }) => id)
        expect(shown).toHaveLength(Math.min(list.total, namedToday))
        expect(shown.filter((id) => !list.ids.includes(id))).toEqual([])
      }
      const { waiting } = (await test.as(user).call(patients.waiting, { query: chosen })).body
      if (lists.late) expect(lists.late.total).toBe(waiting.late)
      expect(lists.unassigned?.total ?? null).toBe(waiting.unassigned)
      if (!lists.to_approve) continue
      const { counts } = (await test.as(user).call(patients.countsPerStatus, { params: { id: practice.id } })).body
      expect(lists.to_approve.total).toBe(counts.awaiting_approval)
    }
  },
)

it('counts for the lab what is late, at risk, stuck, unassigned and unpaid', async () => {
  const lists = await listsOf(staff.supervisor, { chosen_wi_organization_id: String(practice.id) })
  const named = (kind: TodayKind) => lists[kind].items.map(({ id }) => nameOf(id)).toSorted()
  expect(named('late')).toEqual(['late', 'late and untaken'])
  expect(named('at_risk')).toEqual(['ships next', 'ships today'])
  expect(named('stuck')).toEqual(['stuck'])
  expect(named('unassigned')).toEqual(['late and untaken', 'printed', 'ships next', 'to approve'])
  const [first] = lists.late.items
  expect(first).toMatchObject({ day: addDays(lab.day, -4), since: null, work: 'initial_case_setup' })
  expect(lists.stuck.items[0]).toMatchObject({ since: expect.stringContaining('T') as string, day: null })
  expect(lists.unpaid.items).toMatchObject([{ note: 'BLOCKED', day: expect.any(String) as string }])
})

it('counts for a practice what to approve, what is on hold with its question, what arrives and what is overdue', async () => {
  const { to_approve, questions, arriving, overdue } = await listsOf(practice.owner)
  expect(to_approve.total).toBe(namedToday + 1)
  expect(to_approve.items).toHaveLength(namedToday)
  expect(questions.items.map(({ id, note }) => [nameOf(id), note])).toEqual([['held', expect.any(String)]])
  expect(arriving.items.map(({ id, day }) => [nameOf(id), day])).toEqual([['printed', lab.day]])
  expect(overdue.items.map(({ id }) => nameOf(id)).toSorted()).toEqual(['late', 'late and untaken'])
  // The lab's steps and people are its own.
  expect(overdue.items[0]).toMatchObject({ practice: '', work: null })
  const own = await listsOf(practice.member)
  expect(own.to_approve.items.map(({ id }) => nameOf(id))).toEqual(['to its doctor'])
  expect(own.overdue.items.map(({ id }) => nameOf(id))).toEqual(['late and untaken'])
})

it('leaves out of what is at risk what is about to be shipped, and out of what arrives canceled prints', async () => {
  const id = cases['printed']!.id
  await change('printed', sql`update printing_requests set ship_date = ${lab.day}::date where patient_id = ${id}`)
  const atRisk = async () => (await listsOf(staff.admin)).at_risk.items.map((item) => nameOf(item.id)).toSorted()
  expect(await atRisk()).toContain('printed')
  await change(
    'printed',
    sql`update tech_workflow_processes s set started_at = now() - interval '1 minute', finished_at = now() from tech_workflows w
      where w.organization_id = s.organization_id and w.id = s.tech_workflow_id and w.patient_id = ${id}
        and w.kind = 'printing_request' and s.process not in ('Ship QA', 'Ship')`,
  )
  expect(await atRisk()).not.toContain('printed')
  await change('printed', sql`update printing_requests set status_id = 4 where patient_id = ${id}`)
  expect((await listsOf(practice.owner)).arriving.total).toBe(0)
})

it('answers for a practice of one’s own alone, and for no one without one', async () => {
  expect((await test.as(practice.owner).call(today.get, { query: { organization_id: other.id } })).status).toBe(404)
  expect((await test.as(practice.owner).call(today.get, { query: { organization_id: 2_000_000_000 } })).status).toBe(
    404,
  )
  expect((await read(practice.owner, { organization_id: practice.id })).lists).toHaveLength(4)
  expect((await read(await given.user('doctor'))).lists).toEqual([])
})
