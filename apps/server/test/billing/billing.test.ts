import { addDays, dayIn, dayWords } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { asOwner } from '../as-owner.ts'
import { ownStores } from '../database.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { pagesOf, textOf } from '../pdf-text.ts'
import { organizationCallsIn, type OrganizationCalls } from '../organization-calls.ts'

/** What a waived practice gets, and the calls that read it (`billing/begins`, `billing/order`, `billing/files`). */
let test: TestApp
let given: Given
let on: OrganizationCalls
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  on = organizationCallsIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

interface Sent {
  order: Record<string, unknown> & { id: number; invoice_id: number; created_at: string }
}
const get = (who: TestUser, id: number) => test.raw(who, 'GET', `/orders/${id}`)
const download = (who: TestUser, id: number, type: string) =>
  test.raw(who, 'GET', `/orders/${id}/download_invoice?type=${type}`)
const ordersOf = async (organizationId: number) => {
  const { rows } = await sql<{ id: number }>`select id from orders
    where organization_id = ${organizationId} and kind = 'start_up'`.execute(test.connection.db)
  return rows
}
const countsOf = async (id: number) => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from contracts where organization_id = ${id}) as contracts,
    (select count(*)::int from licenses where organization_id = ${id}) as licenses,
    (select count(*)::int from onboardings where organization_id = ${id}) as onboardings,
    (select count(*)::int from orders where organization_id = ${id}) as orders,
    (select count(*)::int from order_lines where organization_id = ${id}) as lines`.execute(test.connection.db)
  return rows[0]!
}
/** A practice whose fee was waived, and its order. */
async function waived(): Promise<{ practice: GivenPractice; id: number; order: Sent['order'] }> {
  const practice = await given.practice({ partner: true, paid: false })
  expect((await on.waive(admin, practice.id)).status).toBe(200)
  const [{ id } = { id: 0 }] = await ordersOf(practice.id)
  return { practice, id, order: ((await get(admin, id)).body as unknown as Sent).order }
}

describe('a waived start-up fee', () => {
  it('starts contract, license and onboarding, and makes an order that is paid without a charge', async () => {
    const practice = await given.practice({ paid: false })
    const before = dayIn(test.config.labZone, new Date())
    await on.waive(admin, practice.id)
    const [{ id } = { id: 0 }] = await ordersOf(practice.id)
    const { rows } = await sql<Record<string, unknown>>`
      select c.initial_payment_date, c.next_payment_date, l.license_type_id, l.seats, l.activated_at, n.status, n.current_step
      from contracts c join licenses l on l.contract_id = c.id join onboardings n on n.organization_id = c.organization_id
      where c.organization_id = ${practice.id}`.execute(test.connection.db)
    const begun = rows[0]!.initial_payment_date as string
    // The day may change between the two readings of the clock.
    expect([before, dayIn(test.config.labZone, new Date())]).toContain(begun)
    expect(rows).toEqual([
      {
        initial_payment_date: begun,
        next_payment_date: addDays(begun, 30),
        license_type_id: 1,
        seats: 1,
        activated_at: null,
        status: 1,
        current_step: 1,
      },
    ])
    const { body } = await get(admin, id)
    expect(body).toEqual({
      order: {
        id,
        invoice_id: expect.any(Number) as number,
        fm_invoice_status: 'PAID',
        fm_paid_at: (body as unknown as Sent).order.created_at,
        created_at: expect.any(String) as string,
        template_version: 2,
        organization: {
          id: practice.id,
          name: (await on.rowOf(practice.id)).name,
          account_number: (await on.rowOf(practice.id)).account_number,
        },
        kind: 'start_up',
        closing_day: begun,
        due_day: begun,
        period_start: null,
        period_end: null,
        billing_address: null,
        settled_as: null,
        next_try: null,
        payable: null,
        can_add: false,
        can_add_code: false,
        order_items: [
          {
            id: expect.any(Number) as number,
            product: { id: 1, name: 'Start-up Fee' },
            value: 200,
            patient: null,
            details: '',
            is_hidden: 0,
            action_date: null,
            start_date: null,
            end_date: null,
            made_of: null,
          },
        ],
        charges: [],
        discounts: [
          {
            id: expect.any(Number) as number,
            custom_description: 'Start-up fee waived',
            value: 200,
            promotion_code: null,
            is_periodic: false,
            details: '',
            patient: null,
            action_date: null,
            made_of: null,
            can_remove: false,
          },
        ],
        credits: [],
        payments: [],
        reviews: [],
        subtotal: 0,
        tax: 0,
        tax_state: expect.any(String) as string,
        tax_rate_percent: expect.any(Number) as number,
        credit_card_fee: 0,
        credit_card_fee_percent: expect.any(Number) as number,
        total: 0,
      },
      metadata: {
        template_data: { startup_fee: 200, monthly_fee: null, patients: [], volume: null, to_come: [] },
      },
    })
  })

  it('is made and recorded once when several people waive it at the same time', async () => {
    const practice = await given.practice({ paid: false })
    const answers = await Promise.all(Array.from({ length: 20 }, () => on.waive(admin, practice.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const again = await on.waive(admin, practice.id)
    expect(again.body.error).toBe('The start-up fee of this organization is already settled.')
    expect(await countsOf(practice.id)).toEqual({ contracts: 1, licenses: 1, onboardings: 1, orders: 2, lines: 2 })
    const owner = new pg.Client({ connectionString: ownStores().databaseUrl })
    await owner.connect()
    const { rows } = await owner.query(
      `select user_id from audit_log where organization_id = $1 and action = 'order.created'`,
      [practice.id],
    )
    await owner.end()
    expect(rows).toEqual([{ user_id: admin.id }])
  })

  it('that is refused makes nothing', async () => {
    const practice = await given.practice({ paid: false })
    expect((await on.waive(practice.owner, practice.id)).status).toBe(403)
    const none = { contracts: 0, licenses: 0, onboardings: 0, orders: 0, lines: 0 }
    expect(await countsOf(practice.id)).toEqual(none)
  })

  it('gives every order a number of its own, which no other has', async () => {
    const [one, two] = [await waived(), await waived()]
    expect(two.order.invoice_id).toBeGreaterThan(one.order.invoice_id)
  })

  it('keeps the organization from being deleted', async () => {
    const { practice } = await waived()
    const { name } = await on.rowOf(practice.id)
    expect(await on.remove(admin, practice.id, name)).toMatchObject({
      status: 409,
      body: { error: 'This organization has cases or other records. Archive instead.' },
    })
    expect((await countsOf(practice.id)).orders).toBe(2)
  })

  it('links the organization to its order, for people with the right to read it', async () => {
    const { practice, id } = await waived()
    const shown = async (who: TestUser) =>
      ((await on.get(who, practice.id)).body as { organization: { startup_fee_order_id: unknown } }).organization
        .startup_fee_order_id
    expect(await shown(admin)).toBe(id)
    expect(await shown(practice.owner)).toBe(id)
    expect(await shown(practice.manager)).toBe(id)
    expect(await shown(practice.member)).toBeNull()
    expect(await shown(practice.partner!.user)).toBeNull()
  })
})

describe('who reads invoices', () => {
  /** By hand (`billing/who-reads`): the statuses of GET /orders/{id} and of both downloads. */
  const table: [who: string, status: number][] = [
    ['super_admin', 200],
    ['admin', 200],
    ['supervisor', 200],
    ['tech_support', 200],
    ['partner', 403],
    ['owner', 200],
    ['manager', 200],
    ['member', 403],
    ['assistant', 403],
    ['another owner', 404],
    ['nobody', 401],
  ]
  it('is the table', async () => {
    const { practice, id } = await waived()
    const people: Record<string, TestUser | null> = {
      partner: practice.partner!.user,
      owner: practice.owner,
      manager: practice.manager,
      member: practice.member,
      assistant: practice.assistant,
      'another owner': (await given.practice()).owner,
      nobody: null,
    }
    for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
      people[role] = await given.user(role)
    for (const [who, status] of table)
      for (const path of [
        `/orders/${id}`,
        `/orders/${id}/download_invoice?type=csv`,
        `/orders/${id}/download_invoice?type=pdf`,
      ])
        expect([who, path, (await test.raw(people[who]!, 'GET', path)).status]).toEqual([who, path, status])
  })

  it('includes a member with the permission, and ends with the archive of the practice', async () => {
    const { practice, id } = await waived()
    await sql`update memberships set custom_permissions = '{organization.get-current-order}'
      where organization_id = ${practice.id} and user_id = ${practice.member.id}`.execute(test.connection.db)
    expect((await get(practice.member, id)).status).toBe(200)
    await on.archive(admin, practice.id)
    expect((await get(practice.owner, id)).status).not.toBe(200)
    expect((await get(admin, id)).status).toBe(200)
  })

  it('are told in words', async () => {
    const { practice, id } = await waived()
    expect((await get(practice.partner!.user, id)).body.error).toBe("You don't have permission to do this.")
    expect((await get(admin, 2_000_000_000)).body.error).toBe('This invoice does not exist.')
    expect((await download(admin, id, 'xls')).status).toBe(422)
  })
})

describe('the files', () => {
  it('the CSV has these bytes, and no cell that a spreadsheet would calculate', async () => {
    const { practice, id, order } = await waived()
    const name = '=HYPERLINK("http://x.test","a"), Zoë'
    await on.set(practice.id, sql`name = ${name}`)
    const { account_number: number } = await on.rowOf(practice.id)
    await asOwner(`update order_lines set description = '-2+3' where order_id = $1 and kind = 'discount'`, [id])
    const answer = await download(admin, id, 'csv')
    const day = dayIn(test.config.labZone, new Date(order.created_at))
    const head = `${order.invoice_id},"'=HYPERLINK(""http://x.test"",""a""), Zoë",${number},,${day},${day},,,${day},Closed,,,,`
    expect(answer.body.text).toBe(
      [
        '\uFEFFInvoice,Organization,Account Number,Billing Address,Date,Closing Day,Period Start,Period End,Paid Date,Status,Patient,Case,Case Number,Doctor,Type,Description,Details,Amount',
        `${head},Product,Start-up Fee,,200.00`,
        `${head},Discount,"'-2+3",,-200.00`,
        `${head},Subtotal,,,0.00`,
        `${head},Tax,,,0.00`,
        `${head},Card fee,,,0.00`,
        `${head},Total,,,0.00`,
        '',
      ].join('\r\n'),
    )
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="invoice-${order.invoice_id}.csv"; filename*=UTF-8''invoice-${order.invoice_id}.csv`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  it('the PDF has the same lines and sums, also of a long name, on one page', async () => {
    const { practice, id, order } = await waived()
    await on.set(practice.id, sql`name = ${`Łódź ${'W'.repeat(200)}`}`)
    const answer = await test.app.fastify.inject({
      url: `/api/v1/orders/${id}/download_invoice?type=pdf`,
      headers: { authorization: `Bearer ${await test.token(admin)}` },
    })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`filename="invoice-${order.invoice_id}.pdf"`)
    expect(answer.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    const text = textOf(answer.rawPayload)
    const { account_number: number } = await on.rowOf(practice.id)
    const day = dayWords(dayIn(test.config.labZone, new Date(order.created_at)))
    for (const part of [
      `Invoice ${order.invoice_id}`,
      'Practice: Łódź',
      `Account number: ${number}`,
      `Date: ${day}`,
      `Paid: ${day}`,
      'Status: Closed',
    ])
      expect(text.join('\n')).toContain(part)
    expect(text.join('').match(/W/g)).toHaveLength(200)
    const amounts = text.filter((line) => line.includes('$'))
    expect(amounts).toEqual(['$200.00', '-$200.00', '$0.00', '$0.00', '$0.00', '$0.00'])
    expect(pagesOf(answer.rawPayload)).toBe(1)
  })

  it('an order without a number has a CSV and no PDF', async () => {
    const { practice } = await waived()
    const { rows } = await sql<{ id: number }>`select id from orders where organization_id = ${practice.id}
      and fm_invoice_status = 'CURRENT'`.execute(test.connection.db)
    const id = rows[0]!.id
    expect((await download(admin, id, 'csv')).headers['content-disposition']).toContain(`filename="order-${id}.csv"`)
    expect(await download(admin, id, 'pdf')).toMatchObject({
      status: 409,
      body: { error: 'An invoice has a PDF once it has a number.' },
    })
  })
})
