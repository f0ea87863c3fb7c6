import { credits } from '@archwire/contract/credits/routes.ts'
import { addDays, dayIn, instantIn, type Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeOrder } from '../../src/modules/billing/index.ts'
import type { TestUser } from '../app.ts'
import { openCharging, type Contracted } from '../charges/charging.ts'

/** What the lab credits a practice (`credits/balance`). */
let on: Awaited<ReturnType<typeof openCharging>>
let second: TestUser
beforeAll(async () => {
  on = await openCharging()
  second = await on.given.user('super_admin')
})
afterAll(() => on.test.close())

const read = (practice: { id: number }, who: TestUser = on.admin) =>
  on.test.as(who).call(credits.get, { params: { id: practice.id } })
const send = (practice: { id: number }, body: object, who: TestUser = on.admin) =>
  on.test.as(who).call(credits.set, { params: { id: practice.id }, body: body as never })
const creditOf = async (practice: { id: number }) => (await read(practice)).body.credits
/** On the version that holds, as the page does. */
const set = async (practice: { id: number }, body: object, who: TestUser = on.admin) =>
  send(practice, { version: (await creditOf(practice)).version, ...body }, who)
const nextClosing = async ({ id }: { id: number }): Promise<Day> =>
  (
    await sql<{ day: Day }>`
      select next_payment_date::text as day from contracts where organization_id = ${id}`.execute(on.db)
  ).rows[0]!.day
const close = ({ id: organizationId }: { id: number }, day: Day) => {
  const zone = on.test.config.labZone
  const now = instantIn(zone, day, 12 * 3600)
  return on.db.transaction().execute((trx) => closeOrder(trx, { organizationId, kind: 'monthly', zone, now }))
}
/** A practice whose month costs $80.00 and nothing else. */
async function month(): Promise<Contracted> {
  const practice = await on.contracted()
  await sql`insert into price_overrides (organization_id, version, field, value, created_at)
    values (${practice.id}, 1, 'settings.flat_monthly', '8000', now() - interval '1 day')`.execute(on.db)
  return practice
}

describe('a credit', () => {
  it('is used by the invoice that closes, and what is left by the next', async () => {
    const practice = await month()
    expect((await set(practice, { value: 100 })).body.credits).toMatchObject({
      version: 1,
      value: 100,
      given: 100,
      valid_from: null,
      valid_to: null,
      state: 'in_force',
      created_by: { id: on.admin.id },
      uses: [],
    })
    const first = await nextClosing(practice)
    await close(practice, first)
    await close(practice, await nextClosing(practice))
    const { value, given, uses } = await creditOf(practice)
    expect([value, given]).toEqual([0, 100])
    expect(uses.map((use) => [use.value, use.version])).toEqual([
      [20, 1],
      [80, 1],
    ])
    expect(uses[1]!.closing_day).toBe(first)
  })

  it('is replaced after a part was used: the new value counts whole', async () => {
    const practice = await month()
    await set(practice, { value: 100 })
    await close(practice, await nextClosing(practice))
    expect((await creditOf(practice)).value).toBe(20)
    expect((await set(practice, { value: 50 })).body.credits).toMatchObject({ version: 2, value: 50, given: 50 })
    expect((await creditOf(practice)).uses).toMatchObject([{ value: 80, version: 1 }])
    expect((await set(practice, { value: 0 })).body.credits).toMatchObject({ version: 3, value: 0 })
  })

  it('that ends on the closing day is used on it; one that ends the day before is not', async () => {
    for (const [last, used] of [
      [0, 80],
      [-1, 0],
    ] as const) {
      const practice = await month()
      const closing = await nextClosing(practice)
      await set(practice, { value: 200, valid_from: addDays(closing, -20), valid_to: addDays(closing, last) })
      await close(practice, closing)
      expect([last, (await creditOf(practice)).value]).toEqual([last, 200 - used])
    }
  })

  it('says whether its days include today', async () => {
    const practice = await on.contracted()
    const today = dayIn(on.test.config.labZone, new Date())
    const states: [object, string][] = [
      [{ valid_from: addDays(today, 1) }, 'not_yet'],
      [{ valid_to: addDays(today, -1) }, 'expired'],
      [{ valid_from: addDays(today, -2), valid_to: addDays(today, -1) }, 'expired'],
      [{ valid_from: today, valid_to: addDays(today, 1) }, 'in_force'],
      [{ valid_to: addDays(today, 1) }, 'in_force'],
    ]
    expect((await creditOf(practice)).state).toBe('none')
    for (const [days, state] of states)
      expect([days, (await set(practice, { value: 1, ...days })).body.credits.state]).toEqual([days, state])
  })

  it('is 0 to $1,000,000,000 with two decimals, and its last day later than its first', async () => {
    const practice = await on.contracted()
    const refused: [object, string, string][] = [
      [{ value: -0.01 }, 'value', 'Must not be less than 0.'],
      [{ value: 1_000_000_000.01 }, 'value', 'Must not exceed $1,000,000,000.'],
      [{ value: 0.001 }, 'value', 'At most two decimals.'],
      [{ value: '5' }, 'value', 'Enter a number.'],
      [{}, 'value', 'Enter a number.'],
      [
        { value: 1, valid_from: '2027-01-02', valid_to: '2027-01-02' },
        'valid_to',
        'Expiration date must be later than the starting date.',
      ],
      [{ value: 1, valid_from: '2027-02-30' }, 'valid_from', 'Invalid date'],
    ]
    for (const [body, field, message] of refused)
      expect(await set(practice, body)).toMatchObject({ status: 422, body: { error: { [field]: [message] } } })
    expect((await creditOf(practice)).version).toBe(0)
    // Two decimals that binary fractions leave more of.
    for (const value of [542_860_639.42, 999_999_999.99, 1_000_000_000])
      expect((await set(practice, { value })).body.credits.value).toBe(value)
    const { body } = await on.test.raw(practice.owner, 'GET', `/organizations/${practice.id}/current_order`)
    expect(body).toMatchObject({ order: { subtotal: 0 } })
  })

  it('is set on the version that the page showed; of two at once one', async () => {
    const practice = await on.contracted()
    expect((await set(practice, { value: 1, version: 1 })).status).toBe(409)
    const answers = await Promise.all([
      set(practice, { value: 1, version: 0 }),
      set(practice, { value: 2, version: 0 }, second),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await creditOf(practice)).version).toBe(1)
  })

  it('is not replaced by someone who did not see it', async () => {
    const practice = await on.contracted()
    expect((await send(practice, { value: 40 })).body.credits).toMatchObject({ version: 1, value: 40 })
    expect(await send(practice, { value: 0 })).toMatchObject({
      status: 422,
      body: { error: { version: ['Required'] } },
    })
    for (const version of [null, '1', 1.5, -1, 2_147_483_648])
      expect([version, (await send(practice, { value: 0, version })).status]).toEqual([version, 422])
    for (const version of [0, 2])
      expect(await send(practice, { value: 0, version })).toMatchObject({
        status: 409,
        body: { error: 'Someone else changed this in the meantime.' },
      })
    expect(await creditOf(practice)).toMatchObject({ version: 1, value: 40 })
    expect((await send(practice, { value: 0, version: 1 })).body.credits).toMatchObject({ version: 2, value: 0 })
  })

  it('that changes while an order closes: whichever locked the practice first', async () => {
    const practice = await month()
    await set(practice, { value: 30 })
    const closing = await nextClosing(practice)
    const [, answer] = await Promise.all([close(practice, closing), set(practice, { value: 50 })])
    expect(answer.status).toBe(200)
    const { value, uses } = await creditOf(practice)
    // The closing before: it used the old one whole. The credit before: the new one is used whole.
    expect([
      [50, [[30, 1]]],
      [0, [[50, 2]]],
    ]).toContainEqual([value, uses.map((use) => [use.value, use.version])])
  })

  it('is not set for a disabled and an archived practice', async () => {
    for (const column of ['disabled_at', 'deleted_at']) {
      const practice = await on.contracted()
      await sql`update organizations set ${sql.ref(column)} = now() where id = ${practice.id}`.execute(on.db)
      expect([column, (await set(practice, { value: 1 })).status]).toEqual([column, 409])
      expect((await creditOf(practice)).can.set).toBe(false)
    }
  })
})

describe('who', () => {
  it('sets credits and reads them, by role', async () => {
    const practice = await on.given.practice({ partner: true })
    // By hand: reads, sets.
    const table: [string, TestUser, number[]][] = [
      ['admin', on.admin, [200, 200]],
      ['super_admin', second, [200, 200]],
      ['supervisor', await on.given.user('supervisor'), [200, 403]],
      ['tech_support', await on.given.user('tech_support'), [200, 403]],
      ['partner', practice.partner!.user, [403, 403]],
      ['owner', practice.owner, [200, 403]],
      ['manager', practice.manager, [200, 403]],
      ['member', practice.member, [403, 403]],
      ['assistant', practice.assistant, [403, 403]],
      ['another practice’s owner', (await on.given.practice()).owner, [404, 403]],
    ]
    for (const [role, who, wanted] of table)
      expect([role, [(await read(practice, who)).status, (await set(practice, { value: 5 }, who)).status]]).toEqual([
        role,
        wanted,
      ])
  })

  it('only the lab sees who gave it', async () => {
    const practice = await on.contracted()
    await set(practice, { value: 5 })
    expect((await read(practice)).body.credits.created_by).toMatchObject({ id: on.admin.id })
    expect((await read(practice, practice.owner)).body.credits).toMatchObject({
      value: 5,
      created_by: null,
      can: { set: false },
    })
  })
})
