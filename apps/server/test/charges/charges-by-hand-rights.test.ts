import { orders } from '@archwire/contract/billing/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { asOwner } from '../as-owner.ts'
import { openCharging, type Charging, type Contracted } from './charging.ts'
import type { GivenCase } from '../given.ts'

/** Who enters charges and discounts, and what is refused of them (`billing/by-hand`, `billing/who-reads`). */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.test.close())

describe('what a person enters', () => {
  const wrong: [string, unknown, string][] = [
    ['nothing', {}, 'value'],
    ['no description', { value: 1 }, 'description'],
    ['an empty description', { description: '', value: 1 }, 'description'],
    ['a blank description', { description: ' \u200b ', value: 1 }, 'description'],
    ['a description that is too long', { description: 'x'.repeat(256), value: 1 }, 'description'],
    ['no value', { description: 'Extra' }, 'value'],
    ['a value of 0', { description: 'Extra', value: 0 }, 'value'],
    ['a value of -0', { description: 'Extra', value: -0 }, 'value'],
    ['a tenth of a cent', { description: 'Extra', value: 0.001 }, 'value'],
    ['a billionth of a dollar', { description: 'Extra', value: 1e-9 }, 'value'],
    ['a dollar and half a cent', { description: 'Extra', value: -1.005 }, 'value'],
    ['a billion', { description: 'Extra', value: 1e9 }, 'value'],
    ['minus a billion', { description: 'Extra', value: -1e9 }, 'value'],
    ['a text as value', { description: 'Extra', value: '8' }, 'value'],
    ['null as value', { description: 'Extra', value: null }, 'value'],
  ]
  let practice: Contracted
  let testCase: GivenCase
  beforeAll(async () => {
    practice = await on.contracted()
    testCase = await on.given.case({ practice })
  })

  it.each(wrong)('is refused with %s', async (_name, body, field) => {
    const { description, ...value } = body as { description?: string }
    const ofOrder = description === undefined ? value : { ...value, custom_description: description }
    const onOrder = await on.addTo(practice.openId, on.admin, ofOrder)
    const onCase = await on.charge(testCase.id, on.admin, body)
    expect([onOrder.status, onCase.status]).toEqual([422, 422])
    expect(onCase.body.error).toHaveProperty(field)
    expect(onOrder.body.error).toHaveProperty(field === 'description' ? 'custom_description' : field)
    expect(await on.ledgerOf(practice)).toEqual([])
  })

  it('is right to the cent, from the smallest amount to the largest', async () => {
    for (const value of [0.01, -0.01, 1.15, 8.2, 1_000_000, -1_000_000]) await on.chargeOf(testCase, value)
    expect((await on.ledgerOf(practice)).map(({ cents }) => cents)).toEqual([
      1, -1, 115, 820, 100_000_000, -100_000_000,
    ])
  })
})

describe('who', () => {
  /** Status of adding to the order, of adding to the case, of removing from either, and of reading what the case costs. */
  const table = `
    super_admin   200 200 200 200 200
    admin         200 200 200 200 200
    supervisor    403 403 403 403 200
    tech_support  403 403 403 403 200
    partner       403 403 403 403 403
    owner         403 403 403 403 200
    manager       403 403 403 403 200
    member        403 403 403 403 403
    assistant     403 403 403 403 403
    outsider      403 403 403 403 404`
  const lines = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([who, ...statuses]) => [who!, statuses.map(Number)] as const)

  it.each(lines)('%s: %j', async (name, statuses) => {
    const practice = await on.partnered()
    const testCase = await on.given.case({
      practice,
      form: { submission_completed_by: 3, user_id: practice.member.id },
    })
    const outsider = (await on.given.practice()).owner
    const { owner, manager, member, assistant } = practice
    const people: Record<string, TestUser> = {
      owner,
      manager,
      member,
      assistant,
      outsider,
      partner: practice.partnerUser,
    }
    const who = people[name] ?? (await on.given.user(name as 'admin'))
    const [onOrder, onCase] = [await on.chargeOn(practice), await on.chargeOf(testCase)]
    expect([
      (await on.addTo(practice.openId, who, { custom_description: 'One', value: 1 })).status,
      (await on.charge(testCase.id, who, { description: 'One', value: 1 })).status,
      (await on.takeOff(practice.openId, 'charge', onOrder, who)).status,
      (await on.discharge(testCase.id, onCase, who)).status,
      (await on.test.raw(who, 'GET', `/patients/${testCase.id}/charges`)).status,
    ]).toEqual(statuses)
    expect(await on.ledgerOf(practice)).toHaveLength(statuses[0] === 200 ? 4 : 2)
  })

  it('reads the name of the lab’s people: staff; the practice reads the lab', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    await on.chargeOf(testCase)
    await on.chargeOn(practice)
    await on.chargeOn(practice, -20)
    const byOf = async (who: TestUser) => (await on.costsOf(testCase.id, who)).charges.at(-1)!.made_of.by
    expect(await byOf(on.admin)).toBe('Amy Admin')
    expect(await byOf(practice.owner)).not.toContain('Amy')
    const onOrder = async (who: TestUser) => {
      const { order, metadata } = (await on.test.as(who).call(orders.get, { params: { id: practice.openId } })).body
      const ofCase = metadata.template_data.patients.flatMap(({ charges }) => charges)
      return [...order.charges, ...order.discounts, ...ofCase].map(({ made_of }) => made_of?.by)
    }
    // The charge of the case is on the order, and again in the case's block; what counts from today is before its closing.
    expect(await onOrder(on.admin)).toEqual(Array.from({ length: 4 }, () => 'Amy Admin'))
    expect((await onOrder(practice.owner)).filter((by) => by?.includes('Amy'))).toEqual([])
    expect(await on.costsOf(testCase.id, practice.owner)).toMatchObject({ can_add: false })
    expect((await on.costsOf(testCase.id, practice.owner)).charges.at(-1)).toMatchObject({ can_remove: false })
  })

  it('downloads an invoice: has read the cases that it names (safety/audit)', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    await on.chargeOf(testCase)
    const reader = await on.given.user('supervisor')
    const { status } = await on.test.raw(reader, 'GET', `/orders/${practice.openId}/download_invoice?type=csv`)
    await on.test.app.flush()
    const read = await asOwner('select ids from access_log where user_id = $1', [reader.id], on.test.ownerUrl)
    expect([status, read]).toEqual([200, [{ ids: [testCase.id] }]])
  })

  it('is in the case’s history without what and how much', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    await on.discharge(testCase.id, await on.chargeOf(testCase, -77.35))
    const { history } = (await on.test.as(practice.assistant).call(patients.history, { params: { id: testCase.id } }))
      .body
    const ours = history.filter(({ event }) => event.startsWith('charge_'))
    expect(ours.map(({ event, note, before }) => ({ event, note, before }))).toEqual([
      { event: 'charge_removed', note: null, before: null },
      { event: 'charge_added', note: null, before: null },
    ])
    expect(JSON.stringify(history)).not.toMatch(/77\.35|bracket/)
  })

  it('downloads an order is seen to have read its cases (safety/audit)', async () => {
    const practice = await on.contracted()
    const testCase = await on.given.case({ practice })
    await on.chargeOf(testCase)
    const reader = await on.given.user('supervisor')
    const asked = { params: { id: practice.openId }, query: { type: 'csv' as const } }
    await on.test.as(reader).call(orders.downloadInvoice, asked)
    await on.test.app.flush()
    const read = await asOwner<{ ids: number[] }>('select ids from access_log where user_id = $1', [reader.id])
    expect(read).toEqual([{ ids: [testCase.id] }])
  })
})
