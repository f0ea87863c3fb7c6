import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { organizationCallsIn, type OrganizationCalls } from '../organization-calls.ts'
import { details, none, once, openPurchases, type Purchases } from '../purchases.ts'

/** Practices before and after their purchase: what they can do, and what becomes of what they entered. */
let on: Purchases
let organizations: OrganizationCalls
beforeAll(async () => {
  on = await openPurchases()
  organizations = organizationCallsIn(on.test)
})
afterAll(() => on.close())

it('a practice starts cases once it has paid, by card or from a bank account, and its lists show its name', async () => {
  for (const outcome of ['paid', 'bank'] as const) {
    const practice = await on.ready(outcome)
    await expect(on.given.case({ practice })).rejects.toThrow('Start-up Fee for Organization not paid.')
    expect((await on.buy(practice.owner, practice.id)).status).toBe(200)
    expect((await on.given.case({ practice })).id).toBeGreaterThan(0)
  }
})

it('a case list that shows the old name is refreshed', async () => {
  const practice = await on.ready()
  await organizations.waive(await on.given.user('admin'), practice.id)
  await on.buy(practice.owner, practice.id)
  const { rows } = await sql<{ times: number }>`select count(*)::int as times from outbox
    where name = 'cases.refresh-organization' and (payload ->> 'organization_id')::int = ${practice.id}`.execute(
    on.test.connection.db,
  )
  expect(rows).toEqual([{ times: 1 }])
})

it('a practice that the lab made with a location keeps it, and gets the rest and its name', async () => {
  const practice = await on.given.practice({ paid: false })
  const { id, owner } = practice
  expect((await on.buy(owner, id)).body.error).toBe('Save your account details first.')
  await on.save(owner, id, details)
  await on.method(practice, 'paid')
  expect((await on.buy(owner, id)).status).toBe(200)
  expect(await on.counts(id)).toEqual({ ...once, lines: 1, payments: 1 })
  const { rows } =
    await sql`select location_name as name, is_main from locations where organization_id = ${id}`.execute(
      on.test.connection.db,
    )
  expect(rows).toEqual([{ name: 'Main', is_main: true }])
  expect(await organizations.rowOf(id)).toMatchObject({ name: details.organization })
})

it('a practice without a purchase can be deleted with everything it entered; one with a purchase cannot', async () => {
  const admin = await on.given.user('super_admin')
  const declined = await on.ready('declined')
  expect((await on.buy(declined.owner, declined.id)).status).toBe(409)
  const paid = await on.ready()
  await on.buy(paid.owner, paid.id)
  for (const [{ id }, status] of [
    [declined, 200],
    [paid, 409],
  ] as const) {
    const { account_number: number } = await organizations.rowOf(id)
    expect((await organizations.remove(admin, id, number)).status).toBe(status)
  }
  expect(await on.counts(declined.id)).toEqual(none)
  expect(await on.counts(paid.id)).toEqual({ ...once, lines: 1, payments: 1 })
})

it('two practices use the same promotion code', async () => {
  const code = `P-${on.given.unique()}`.toUpperCase()
  const row = { code, value: 10_000, is_fixed: false, promotion_code_type_id: 1 }
  await on.test.connection.db.insertInto('promotion_codes').values(row).execute()
  const practices = [await on.ready(), await on.ready()]
  const answers = await Promise.all(practices.map(({ id, owner }) => on.buy(owner, id, { promotion_code: code })))
  for (const answer of answers) expect(answer.body.order).toMatchObject({ total: 0, fm_invoice_status: 'PAID' })
})

it('no table holds a card number that was sent, and no log line', async () => {
  const { id, owner } = await on.ready()
  const canary = '4012888888881881'
  for (const field of Object.keys(details).filter((name) => !['phone_number', 'survey_answer_id'].includes(name)))
    expect([field, (await on.save(owner, id, { ...details, [field]: canary })).status]).toEqual([field, 422])
  expect((await on.save(owner, id, { ...details, email: `${canary}@example.com` })).status).toBe(422)
  expect((await on.buy(owner, id, { promotion_code: canary })).status).toBe(422)
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from account_details d where to_jsonb(d)::text like ${`%${canary}%`})
    or exists (select 1 from effects e where to_jsonb(e)::text like ${`%${canary}%`})
    or exists (select 1 from outbox o where to_jsonb(o)::text like ${`%${canary}%`})
    or exists (select 1 from mails m where to_jsonb(m)::text like ${`%${canary}%`}) as found`.execute(
    on.test.connection.db,
  )
  expect(rows).toEqual([{ found: false }])
  expect(on.logged.filter((line) => line.includes(canary))).toEqual([])
})
