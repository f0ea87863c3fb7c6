import { orders } from '@archwire/contract/billing/routes.ts'
import { paymentDifferences } from '@archwire/contract/payment-differences/routes.ts'
import { accountSetup } from '@archwire/contract/account-setup/routes.ts'
import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import { onboardings } from '@archwire/contract/onboardings/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAccountSetup, settingUp } from '../../src/demo/account-setup.ts'
import { makeNotificationSettings } from '../../src/demo/notification-settings.ts'
import { makeOrganizations } from '../../src/demo/organizations.ts'
import { emailOf, lead, makePeople, type DemoPeople } from '../../src/demo/people.ts'
import { openTestApp, type TestApp } from '../app.ts'

/** What the demo shows of people, in a database of its own, because demo people have fixed addresses. */
let test: TestApp
let people: DemoPeople
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  people = await makePeople(test.connection.db, test.config.labZone, 'https://portal.test')
  await makeOrganizations(test.connection.db, people, test.config.labZone)
  await makeAccountSetup(test.connection.db)
})
afterAll(() => test.close())

it('one doctor is archived, one technician has a permission more, a supervisor an additional email', async () => {
  const superAdmin = { id: people.users.get('superadmin')!, role: 'super_admin' }
  const list = (query: object) => test.as(superAdmin).call(users.list, { query })
  expect((await list({ archived: '1' })).body.users).toMatchObject([{ full_name: 'Walter Brandt', is_archived: true }])
  const read = async (key: string) =>
    (await test.as(superAdmin).call(users.get, { params: { id: people.users.get(key)! } })).body.user
  const { custom_permissions } = await read('tech2')
  expect(custom_permissions.filter(({ enabled }) => enabled)).toMatchObject([
    { permission: 'organization.view-archived', held_by_role: false, changed_by: { full_name: 'Sofia Almeida' } },
  ])
  expect((await read('supervisor')).additional_emails).toMatchObject([{ email: 'production.desk@archwire.example' }])
  const { body } = await list({
    perPage: 200,
    roles: 'super_admin,admin,supervisor,tech_support,lab_partner,doctor,staff_member',
  })
  expect(new Set(body.users.flatMap(({ roles }) => roles.map(({ name }) => name))).size).toBe(7)
})

it('one practice turned a kind of notices off, and has an additional address for another', async () => {
  await makeNotificationSettings(test.connection.db, people)
  const owner = { id: people.users.get('harbor')!, role: 'doctor' }
  const id = people.organizations.get('harbor')!
  const { body } = await test.as(owner).call(notificationSettings.get, { params: { id } })
  expect(body.data.print_requested.enabled).toBe(false)
  expect(body.data.print_completed.additional_emails).toEqual(['harbor.frontdesk@archwire.example'])
  expect(Object.values(body.data).filter(({ enabled }) => enabled)).toHaveLength(8)
})

it('practices have types, notes and people who look after them; one is disabled, one archived', async () => {
  const superAdmin = { id: people.users.get('superadmin')!, role: 'super_admin' }
  const list = async (query: object = {}) =>
    (await test.as(superAdmin).call(organizations.list, { query })).body.organizations
  const disabled = (await list()).filter(({ disabled_at }) => disabled_at !== null)
  expect(disabled.map(({ name }) => name)).toEqual(['Larkspur Family Dentistry'])
  expect((await list({ archived: '1' })).map(({ name }) => name)).toEqual(['Old Mill Orthodontics'])
  expect((await list({ kind: 'partner' })).map(({ name }) => name)).toEqual(['Northstar Partner Lab'])
  const summit = { params: { id: people.organizations.get('summit')! } }
  expect((await test.as(superAdmin).call(organizations.get, summit)).body.organization).toMatchObject({
    organization_type: { name: 'Orthodontist' },
    customer_service_manager: { full_name: 'Ingrid Solberg' },
    management_notes: 'Prefers calls before noon.\nSends most cases on Mondays.',
  })
})

it('every practice whose fee is settled has a contract, a closed first order and an onboarding of its stage', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select o.onboarded_at is not null as onboarded, n.status, r.fm_invoice_status as state,
      r.total_cents > 0 as charged, o.startup_fee_waived_by is null as paid
    from organizations o left join contracts c on c.organization_id = o.id left join onboardings n on n.organization_id = o.id
      left join orders r on r.contract_id = c.id and r.kind = 'start_up'
    where o.kind = 'practice' and o.startup_fee_settled_at is not null order by o.id`.execute(test.connection.db)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows).toEqual(
    rows.map(({ onboarded, status, paid }) => ({
      onboarded,
      status: onboarded ? 10 : status,
      state: 'PAID',
      charged: paid,
      paid,
    })),
  )
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([1, 5, 10]))
})

it('one practice waits at a step of its own for more than a week; two have been through all of them', async () => {
  const superAdmin = { id: people.users.get('superadmin')!, role: 'super_admin' }
  const list = async (status: string) =>
    (await test.as(superAdmin).call(onboardings.list, { query: { status } })).body.onboardings
  const [first] = await list('1,5')
  expect(first).toMatchObject({
    organization: { name: 'Juniper Lane Orthodontics' },
    current_step: 5,
    is_waiting: true,
  })
  const done = await list('10')
  expect(done.map(({ organization }) => organization.name).sort()).toEqual([
    'Harbor Smiles Dental Group',
    'Summit Orthodontics',
  ])
  const { onboarding } = (await test.as(superAdmin).call(onboardings.get, { params: { id: done[0]!.id } })).body
  expect(onboarding.steps.every(({ completed_at, completed_by }) => completed_at !== null && completed_by !== '')).toBe(
    true,
  )
})

it('the invoice of one practice has a declined try and a refund in part, and one payment is to be reviewed', async () => {
  const superAdmin = { id: people.users.get('superadmin')!, role: 'super_admin' }
  const { rows } = await sql<{ id: number }>`select id from orders where organization_id =
    ${people.organizations.get('juniper')!} and kind = 'start_up'`.execute(test.connection.db)
  const { order } = (await test.as(superAdmin).call(orders.get, { params: { id: rows[0]!.id } })).body
  expect(order.payments.map(({ status, refunded }) => [status, refunded])).toEqual([
    ['DECLINED', 0],
    ['PAID', 50],
  ])
  expect(order.payments.map(({ value }) => value)).toEqual([order.total, order.total])
  const { body } = await test.as(superAdmin).call(paymentDifferences.list, { query: { is_open: 1 } })
  expect(body.payment_differences).toMatchObject([{ kind: 'unknown_payment', reported: 75 }])
})

it('two practices are in their account setup: one at its beginning, one with saved details', async () => {
  const setupOf = async (key: string) => {
    const { rows } = await sql<{ id: number; organization: number }>`
      select u.id, m.organization_id as organization from users u join memberships m on m.user_id = u.id
      where u.email = ${emailOf(key)}`.execute(test.connection.db)
    const [{ id, organization } = { id: 0, organization: 0 }] = rows
    const answer = await test.as({ id, role: 'doctor' }).call(accountSetup.get, { params: { id: organization } })
    return answer.body.account_setup
  }
  expect(await setupOf(lead.person.key)).toMatchObject({
    is_saved: false,
    is_finished: false,
    startup_fee: 'due',
    account_details: { organization: lead.name },
  })
  expect(await setupOf(settingUp.key)).toMatchObject({
    is_saved: true,
    is_finished: false,
    startup_fee: 'due',
    billing_state: 'MN',
    account_details: { organization: settingUp.name, survey_answer_id: 7 },
  })
})

it('practices say in several ways how they heard of the lab', async () => {
  const { rows } = await sql<{ answers: number }>`
    select count(distinct survey_answer_id)::int as answers from account_details`.execute(test.connection.db)
  expect(rows).toEqual([{ answers: 3 }])
})
