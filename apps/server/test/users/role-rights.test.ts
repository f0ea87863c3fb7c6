import { organizations } from '@archwire/contract/organizations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { printing, type GivenCase, type GivenPractice } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

/** What a role may not do although a neighboring one may, and fields that belong to the lab (`people/fields`). */
let { test, given, admin, tech, patientOf } = {} as Lab
let practice: GivenPractice
beforeAll(async () => {
  ;({ test, given, admin, tech, patientOf } = await openLab())
  practice = await given.practice({ partner: true })
})
afterAll(() => test.close())

const approvedBy = (print_assignment: 1 | 2 | 3) =>
  given.case({ practice, stage: 'approved', tech: admin, setup: 3, form: { ...printing, print_assignment } })
const requestOf = async (testCase: GivenCase): Promise<number> => (await patientOf(testCase)).open_request_id!
const tracking_number = '1Z999AA10123456784'

describe('the shipping fee (requests/fee)', () => {
  it.each([
    ['the doctor of an in-office print', 2, () => practice.owner, {}],
    ['the partner of its print', 3, () => practice.partner!.user, { tracking_number }],
  ] as const)('is not set by %s, who completes without it', async (_who, maker, who, body) => {
    const id = await requestOf(await approvedBy(maker))
    const complete = (change: object) =>
      test.as(who()).call(customerRequests.complete, { params: { id }, body: { ...body, ...change } })
    for (const custom_shipping_fee of [99_999.99, null, 'free'])
      expect(await complete({ custom_shipping_fee })).toMatchObject({
        status: 403,
        body: { error: "You don't have permission to set custom_shipping_fee." },
      })
    const stored = async () => {
      const { rows } = await sql<object>`select c.status_id, p.custom_shipping_fee_cents as fee from printing_requests p
        join customer_requests c on c.id = p.customer_request_id where c.id = ${id}`.execute(test.connection.db)
      return rows
    }
    expect(await stored()).toEqual([{ status_id: 1, fee: null }])
    expect((await complete({})).status).toBe(200)
    expect(await stored()).toEqual([{ status_id: 2, fee: null }])
  })
})

it('a partner marks the labels of its own prints as printed, and of no others (requests/labels)', async () => {
  const { user } = practice.partner!
  const id = await requestOf(await approvedBy(3))
  const patient = await test.as(user).call(customerRequests.patientLabelPrinted, { params: { id } })
  expect(patient.body.customer_request.printing_request).toMatchObject({ patient_label_printed: true })
  const shipping = await test.as(user).call(customerRequests.shippingLabelsPrinted, { body: { ids: [id] } })
  expect(shipping.body.customer_request.printing_request).toMatchObject({ shipping_label_printed: true })
  // A case that the partner sees, with a print of the lab.
  const others = await approvedBy(1)
  await sql`update patients set partner_organization_id = ${practice.partner!.id} where id = ${others.id}`.execute(
    test.connection.db,
  )
  const ofLab = await requestOf(others)
  const refused = await test.as(user).call(customerRequests.patientLabelPrinted, { params: { id: ofLab } })
  expect(refused.status).toBe(403)
})

it('a partner shares no scene of a case (scans/shared)', async () => {
  const testCase = await given.case({ practice, form: { submission_completed_by: 3 } })
  const share = (who: TestUser) =>
    test
      .as(who)
      .call(shareLinks.create, { params: { id: testCase.id }, body: { kind: 'submission', days: 7 } as never })
  expect((await share(practice.partner!.user)).status).toBe(403)
  expect((await share(practice.owner)).status).not.toBe(403)
})

it('tech_support changes no submitted form; a supervisor does (rx-form/who-changes)', async () => {
  const testCase = await given.case({ practice })
  const change = (who: TestUser) =>
    test.as(who).call(rxForms.change, {
      params: { id: testCase.rxFormId },
      body: { special_instructions: 'Please keep the diastema.' },
    })
  expect((await change(tech)).status).toBe(403)
  expect((await test.as(tech).call(rxForms.replace, { params: { id: testCase.rxFormId }, body: {} })).status).toBe(403)
  const read = await test.as(tech).call(rxForms.get, { params: { id: testCase.rxFormId } })
  expect(read.body.metadata.modification_rules).toEqual([])
  expect((await change(await given.user('supervisor'))).status).toBe(200)
})

it('an assistant decides nothing that a doctor decides (people/assistants)', async () => {
  const { assistant, owner } = practice
  const inOffice = await given.case({ practice, form: { submission_completed_by: 2 } })
  const printed = await approvedBy(1)
  const request = await requestOf(printed)
  const calls: [string, () => Promise<{ status: number }>][] = [
    ['complete', () => test.as(assistant).call(patients.completeSetup, { params: { id: inOffice.id }, body: {} })],
    [
      'hold',
      () =>
        test.as(assistant).call(patients.toggleHold, {
          params: { id: printed.id },
          body: { on_hold: true, action_owner_name: 'Ann', reason: 'Waiting' },
        }),
    ],
    [
      'print',
      () =>
        test.as(assistant).call(printingRequests.create, {
          body: { patient_id: printed.id, arches: 1, content_type_id: 1 },
        }),
    ],
    ['cancel', () => test.as(assistant).call(customerRequests.cancel, { params: { id: request }, body: {} })],
  ]
  for (const [name, call] of calls) expect((await call()).status, name).toBe(403)
  const { can } = await patientOf(printed, assistant)
  expect(can).toMatchObject({ hold: false, request_print: false, complete: false, approve: false, add_files: true })
  const { body } = await test.as(assistant).call(organizations.currentUserPermissions, { params: { id: practice.id } })
  expect(body.permissions).toContain('organization.rx-forms.create')
  expect(body.permissions).not.toContain('organization.customer-requests.cancel')
  expect((await test.as(owner).call(customerRequests.cancel, { params: { id: request }, body: {} })).status).toBe(200)
})

it('only people who can assign the setup change who makes it, with any call (cases/assign)', async () => {
  const testCase = await given.case({ practice, form: { user_id: practice.member.id } })
  const { id, version } = { id: testCase.rxFormId, version: 1 }
  const change = (who: TestUser, body: object) =>
    test.as(who).call(rxForms.change, { params: { id }, body: body as never })
  for (const who of [practice.member, practice.assistant]) {
    expect((await test.as(who).call(rxForms.assign, { params: { id }, body: { assign_to: 2 } })).status).toBe(403)
    expect(await change(who, { submission_completed_by: 2 })).toMatchObject({
      status: 403,
      body: { error: "You don't have permission to set submission_completed_by." },
    })
    const { metadata } = (await test.as(who).call(rxForms.get, { params: { id } })).body
    expect(metadata.modification_rules).not.toContain('setup')
    const whole = { ...metadata.values, version, special_instructions: 'Soon.' }
    const replaced = (submission_completed_by: number) =>
      test.as(who).call(rxForms.replace, { params: { id }, body: { ...whole, submission_completed_by } as never })
    expect((await replaced(2)).status).toBe(403)
  }
  // The present one may be sent along.
  const same = { submission_completed_by: 1, special_instructions: 'Soon.' }
  expect((await change(practice.member, same)).status).toBe(200)
  expect((await change(practice.manager, { submission_completed_by: 2 })).status).toBe(200)
})

it('tech_support waives the fee of a practice that it created, until it has an invoice (organizations/start-up-fee)', async () => {
  const create = async (): Promise<number> => {
    const email = `owner-${given.unique()}@example.com`
    const made = await test
      .as(tech)
      .call(organizations.create, { body: { first_name: 'Ada', last_name: 'Example', email } })
    return made.body.organization.id
  }
  const waive = (id: number, who = tech) => test.as(who).call(organizations.waiveStartupFee, { params: { id } })
  const id = await create()
  expect((await waive(id, await given.user('tech_support'))).status).toBe(403)
  expect((await waive(id)).status).toBe(200)
  const others = await given.practice({ paid: false })
  expect((await waive(others.id)).status).toBe(403)
  expect((await waive(others.id, admin)).status).toBe(200)
})

it('tech_support archives a person of a practice and restores none (people/archived)', async () => {
  const { member } = await given.practice()
  const params = { id: member.id }
  expect((await test.as(tech).call(users.archive, { params, body: {} })).status).toBe(200)
  expect((await test.as(tech).call(users.restore, { params })).status).toBe(403)
  const { can } = (await test.as(tech).call(users.get, { params })).body.user
  expect(can.restore).toBe(false)
  expect((await test.as(admin).call(users.restore, { params })).status).toBe(200)
})
