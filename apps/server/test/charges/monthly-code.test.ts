import { addDays, dayIn, instantIn } from '@archwire/contract/core/dates.ts'
import type { CurrentOrder } from '@archwire/contract/billing/schema.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { closeOrder } from '../../src/modules/billing/index.ts'
import type { TestUser } from '../app.ts'
import { atOnce } from '../at-once.ts'
import { audited } from '../audited.ts'
import { nothing, openCharging, type Charging, type Contracted } from './charging.ts'

/** Codes for the monthly fee on the open order of a practice (`billing/monthly-code`). */
let on: Charging
let supervisor: TestUser
beforeAll(async () => {
  on = await openCharging()
  supervisor = await on.given.user('supervisor')
})
afterAll(() => on.test.close())

const today = () => dayIn(on.test.config.labZone, new Date())
async function made(said: object = {}): Promise<{ id: number; code: string }> {
  const code = `M-${on.given.unique()}`.toUpperCase()
  const row = { code, value: 10_000, is_fixed: false, promotion_code_type_id: 2, ...said }
  const { id } = await on.db.insertInto('promotion_codes').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, code }
}
const add = (order: number, code: string, who: TestUser = supervisor) =>
  on.test.raw(who, 'POST', `/orders/${order}/promotion_code`, { code })
type Answer = z.infer<typeof CurrentOrder>
const current = async ({ id, owner }: Contracted) =>
  (await on.test.raw(owner, 'GET', `/organizations/${id}/current_order`)).body as unknown as Answer & {
    order: NonNullable<Answer['order']>
  }
/** A practice whose monthly fee is $80.00, whatever the lists say, and that closes its months. */
async function monthly(): Promise<Contracted> {
  const practice = await on.contracted()
  await sql`insert into price_overrides (organization_id, version, field, value, created_at)
    values (${practice.id}, 1, 'settings.flat_monthly', '8000', now())`.execute(on.db)
  return practice
}
const close = ({ id: organizationId }: Contracted, day: string, kind: 'monthly' | 'by_hand' = 'monthly') => {
  const zone = on.test.config.labZone
  return on.db
    .transaction()
    .execute((trx) => closeOrder(trx, { organizationId, kind, zone, now: instantIn(zone, day, 12 * 3600) }))
}
/** What the code took off the orders that closed, the oldest first, in cents; null for an order without it. */
const taken = async ({ id }: Contracted) =>
  (
    await sql<{ kind: string; cents: number | null }>`
      select r.kind, l.cents from orders r left join order_lines l on l.order_id = r.id and l.promotion_code_id is not null
      where r.organization_id = ${id} and r.kind <> 'start_up' and r.invoice_id is not null order by r.invoice_id`.execute(
      on.db,
    )
  ).rows.map(({ kind, cents }) => [kind, cents])
const nextDay = async ({ id }: Contracted) =>
  (
    await sql<{
      day: string
    }>`select next_payment_date::text as day from contracts where organization_id = ${id}`.execute(on.db)
  ).rows[0]!.day

describe('a code for the monthly fee', () => {
  it('takes it off the open order, whatever its case, and is said and recorded', async () => {
    const practice = await monthly()
    const { id, code } = await made({ months: 2 })
    expect((await current(practice)).order.can_add_code).toBe(true)
    const answer = await add(practice.openId, ` ${code.toLowerCase()} `, practice.owner)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'The promotion code is added: 100 % off the next 2 monthly fees.',
        order: { id: practice.openId, can_add_code: false, subtotal: 0, total: 0 },
      },
    })
    expect((await current(practice)).order.discounts).toMatchObject([
      {
        custom_description: 'Promotion code',
        promotion_code: code,
        value: 80,
        details: '100 % off the monthly fee of $80.00, invoice 1 of 2',
        made_of: null,
        can_remove: false,
      },
    ])
    expect(await audited(on.test, `organization_id = $1 and action = 'order.code_added'`, [practice.id])).toEqual([
      { user_id: practice.owner.id, data: { promotion_code_id: id, months: 2 } },
    ])
  })

  it('is for so many monthly orders in a row; what closes by hand leaves it', async () => {
    const practice = await monthly()
    const { code } = await made({ value: 3000, is_fixed: true, months: 2 })
    expect((await add(practice.openId, code)).body).toMatchObject({
      message: 'The promotion code is added: $30.00 off the next 2 monthly fees.',
    })
    await on.chargeOn(practice)
    expect(await close(practice, today(), 'by_hand')).not.toBeNull()
    for (const _ of [1, 2, 3]) await close(practice, await nextDay(practice))
    expect(await taken(practice)).toEqual([
      ['by_hand', null],
      ['monthly', 3000],
      ['monthly', 3000],
      ['monthly', null],
    ])
    const { order } = await current(practice)
    expect(order).toMatchObject({ discounts: [], can_add_code: true })
    // Once per organization.
    expect(await add(order.id, code)).toMatchObject({
      status: 422,
      body: { error: { code: ['Your organization has already used this promotion code.'] } },
    })
    expect((await add(order.id, (await made()).code)).status).toBe(200)
  })

  it('ends no sooner because it is changed, switched off, expires or is deleted', async () => {
    const practice = await monthly()
    const { id, code } = await made({ value: 5000, months: 2 })
    await add(practice.openId, code)
    await sql`update promotion_codes set value = 1, months = 1, is_active = false, expires_at = ${addDays(today(), -1)},
      deleted_at = now() where id = ${id}`.execute(on.db)
    for (const _ of [1, 2, 3]) await close(practice, await nextDay(practice))
    expect((await taken(practice)).map(([, cents]) => cents)).toEqual([4000, 4000, null])
  })

  it('counts a month without a fee, and takes off at most the fee', async () => {
    const practice = await monthly()
    const { code } = await made({ value: 100_000, is_fixed: true, months: 2 })
    await add(practice.openId, code)
    await close(practice, await nextDay(practice))
    await sql`insert into price_overrides (organization_id, version, field, value, created_at)
      values (${practice.id}, 2, 'settings.flat_monthly', '0', now())`.execute(on.db)
    for (const _ of [1, 2]) await close(practice, await nextDay(practice))
    expect((await taken(practice)).map(([, cents]) => cents)).toEqual([8000, 0, null])
  })

  it('that is entered on the closing day is for the month after it, however late the closing runs', async () => {
    const practice = await monthly()
    await sql`update contracts set next_payment_date = ${today()}, initial_payment_date = ${addDays(today(), -30)}
      where organization_id = ${practice.id}`.execute(on.db)
    await add(practice.openId, (await made()).code)
    expect((await current(practice)).order).toMatchObject({ discounts: [], can_add_code: false })
    await close(practice, addDays(today(), 3))
    await close(practice, await nextDay(practice))
    expect((await taken(practice)).map(([, cents]) => cents)).toEqual([null, 8000])
  })

  it('is on the CSV of the order', async () => {
    const practice = await monthly()
    const { code } = await made()
    await add(practice.openId, code)
    const file = await on.test.raw(practice.owner, 'GET', `/orders/${practice.openId}/download_invoice?type=csv`)
    expect(String(file.body.text)).toContain(`Promotion code (${code})`)
  })
})

describe('what is refused', () => {
  it('is said to who manages codes with its reason at the field, to the owner in one way', async () => {
    const practice = await monthly()
    const codes: [string, string][] = [
      ['NO-SUCH-CODE', 'This promotion code does not exist.'],
      [(await made({ promotion_code_type_id: 1 })).code, 'This promotion code does not apply to the monthly fee.'],
      [(await made({ is_active: false })).code, 'This promotion code is not active.'],
      [(await made({ expires_at: addDays(today(), -1) })).code, 'This promotion code has expired.'],
      [(await made({ deleted_at: new Date() })).code, 'This promotion code does not exist.'],
    ]
    for (const [code, reason] of codes) {
      expect(await add(practice.openId, code)).toMatchObject({ status: 422, body: { error: { code: [reason] } } })
      expect(await add(practice.openId, code, practice.owner)).toMatchObject({
        status: 422,
        body: { error: { code: ['This promotion code cannot be used.'] } },
      })
    }
    for (const code of ['', ' ', 'x'.repeat(101), '4111 1111 1111 1111'])
      expect(await add(practice.openId, code)).toMatchObject({
        status: 422,
        body: { error: { code: [expect.any(String)] } },
      })
    expect((await current(practice)).order.discounts).toEqual([])
    expect((await add(practice.openId, (await made({ expires_at: today() })).code, practice.owner)).status).toBe(200)
  })

  it('is a second code while one runs, a closed order, a closed practice', async () => {
    const practice = await monthly()
    const [first, second] = [await made(), await made()]
    expect(await add(practice.closedId, first.code)).toMatchObject({
      status: 409,
      body: { error: 'This invoice is closed.' },
    })
    expect((await add(practice.openId, first.code)).status).toBe(200)
    for (const [who, { code }] of [
      [supervisor, second],
      [practice.owner, second],
      [practice.owner, first],
    ] as const)
      expect(await add(practice.openId, code, who)).toMatchObject({
        status: 409,
        body: {
          error: `Promotion code ${first.code} is used for one more monthly invoice. Another code can be added after that.`,
        },
      })
    for (const column of ['deleted_at', 'disabled_at']) {
      const closed = await monthly()
      await sql`update organizations set ${sql.ref(column)} = now() where id = ${closed.id}`.execute(on.db)
      expect((await add(closed.openId, second.code)).status).toBe(409)
    }
  })

  it('is counted for an owner like wrong passwords', async () => {
    const practice = await monthly()
    const statuses: number[] = []
    for (let index = 0; index < 30 && statuses.at(-1) !== 429; index += 1)
      statuses.push((await add(practice.openId, `WRONG-${index}`, practice.owner)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([422]))
  })
})

it('the word of a used code stays taken, one that no one used is free again', async () => {
  const practice = await monthly()
  const [used, unused] = [await made(), await made()]
  await add(practice.openId, used.code)
  const edit = await on.test.raw(supervisor, 'PUT', `/promotion_codes/${used.id}`, { code: `${used.code}-B` })
  expect(edit).toMatchObject({ status: 422, body: { error: { code: ['This code was used. Its word stays.'] } } })
  expect((await on.test.raw(supervisor, 'PUT', `/promotion_codes/${used.id}`, { value: 5 })).status).toBe(200)
  for (const { id, code } of [used, unused]) {
    expect((await on.test.raw(supervisor, 'DELETE', `/promotion_codes/${id}`)).status).toBe(200)
    const body = { code, value: 10, is_fixed: false, promotion_code_type_id: 2, months: 12 }
    const again = await on.test.raw(supervisor, 'POST', '/promotion_codes', body)
    if (id === unused.id) expect(again).toMatchObject({ status: 200, body: { promotion_code: { months: 12 } } })
    else expect(again).toMatchObject({ status: 422, body: { error: { code: ['This code already exists.'] } } })
  }
})

describe('who', () => {
  /** Status of adding a code, and whether the order says that it can be added; - for who reads none. */
  const table = `
    super_admin   200 yes
    admin         200 yes
    supervisor    200 yes
    tech_support  403 no
    partner       403 -
    owner         200 yes
    manager       403 no
    member        403 -
    assistant     403 -
    outsider      404 -`
  const lines = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/) as [string, string, string])

  it.each(lines)('%s: %s, %s', async (name, status, offered) => {
    const practice = await on.partnered()
    const outsider = (await on.given.practice()).owner
    const { owner, manager, member, assistant, partnerUser: partner } = practice
    const people: Record<string, TestUser> = { owner, manager, member, assistant, outsider, partner }
    const who = people[name] ?? (await on.given.user(name as 'admin'))
    const { body } = await on.test.raw(who, 'GET', `/orders/${practice.openId}`)
    const said = (body as { order?: { can_add_code: boolean } }).order?.can_add_code
    expect(said === undefined ? '-' : said ? 'yes' : 'no').toBe(offered)
    expect((await add(practice.openId, (await made()).code, who)).status).toBe(Number(status))
  })

  it('finds no order that is not there', async () => expect((await add(nothing, (await made()).code)).status).toBe(404))
})

describe('at once', () => {
  it.each([0, 1] as const)('of two codes one wins, beginning with %s', async (begins) => {
    const practice = await monthly()
    const codes = [await made(), await made()]
    const outcomes = await atOnce(
      on.test,
      [() => add(practice.openId, codes[0]!.code), () => add(practice.openId, codes[1]!.code, practice.owner)],
      { lock: sql`select 1 from organizations where id = ${practice.id} for update`, begins },
    )
    expect(outcomes[begins]).toBe('done')
    expect(outcomes[1 - begins]).toContain(`409 Promotion code ${codes[begins]!.code} is used`)
  })

  it('lets the first win when a code is deleted and used at once', async () => {
    for (const begins of [0, 1] as const) {
      const practice = await monthly()
      const { id, code } = await made()
      const outcomes = await atOnce(
        on.test,
        [() => add(practice.openId, code), () => on.test.raw(supervisor, 'DELETE', `/promotion_codes/${id}`)],
        { lock: sql`select 1 from promotion_codes where id = ${id} for update`, begins },
      )
      expect(outcomes[1]).toBe('done')
      expect(outcomes[0] === 'done').toBe(begins === 0)
    }
  })
})
