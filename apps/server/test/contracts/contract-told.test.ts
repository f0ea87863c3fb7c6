import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { announce } from '../../src/modules/billing/announce.ts'
import { tellLab } from '../../src/modules/contracts/commands/tell-lab.ts'
import { declined, openDays, type Days } from './contract-days.ts'
import { mailText } from '../mail-text.ts'

/** Who is told what about a month (`billing/monthly-mail`, `billing/retries`, `billing/blocked`, `contracts/daily-mail`). */
let days: Days
beforeAll(async () => void (days = await openDays()))
afterEach(() => {
  days.on.instead = undefined
  setClock(undefined)
})
afterAll(() => days.close())

const publicUrl = 'http://archwire.test'

/** Runs a day, and then what the worker announces of it. */
async function live(practice: { id: number }, day: string) {
  await days.run(day, practice)
  const { rows } = await sql<{ payload: { id: number; event: string; at: string; user_id: number | null } }>`
    delete from outbox where kind = 'activity' and payload ->> 'subject' = 'order'
      and (payload ->> 'organization_id')::int = ${practice.id} and payload ->> 'announce' = 'true' returning payload`.execute(
    days.db,
  )
  for (const { payload } of rows)
    await announce(
      { db: days.db, publicUrl, labZone: days.zone },
      {
        id: payload.id,
        event: payload.event,
        at: payload.at,
        user_id: payload.user_id,
      },
    )
  return rows.map(({ payload }) => payload.event)
}

const mailsOf = async ({ id }: { id: number }) =>
  (
    await sql<{ subject: string; text: string }>`
      select subject, ${mailText} as text from mails where organization_id = ${id} order by id`.execute(days.db)
  ).rows
const bellOf = async (userId: number) =>
  (
    await sql<{ message: string }>`select message from notifications where user_id = ${userId} order by id`.execute(
      days.db,
    )
  ).rows.map(({ message }) => message)

it('tells the owner of the invoice, of each try, and of the block; the lab of what failed', async () => {
  const practice = await days.practice('2026-01-01')
  const admin = await days.on.given.user('admin')
  expect(await live(practice, '2026-01-31')).toEqual(['closed'])
  days.on.instead = declined
  const events: string[] = []
  for (const day of ['2026-02-03', '2026-02-04', '2026-02-06', '2026-02-10'])
    events.push(...(await live(practice, day)))
  expect(events).toEqual(['payment_failed', 'payment_declined', 'payment_declined', 'blocked'])
  const { rows } = await sql<{ number: number }>`select invoice_id as number from orders
    where organization_id = ${practice.id} and kind = 'monthly' and invoice_id is not null`.execute(days.db)
  const { number } = rows[0]!
  const mails = await mailsOf(practice)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Invoice ${number} from Archwire`,
    `Payment of invoice ${number} failed`,
    `Invoice ${number} is not paid: new cases are blocked`,
  ])
  expect(mails[0]!.text).toContain(
    'Its total is $100.48. It will be charged on Tue, Feb 3, 2026 to Visa ending in 1111.',
  )
  expect(mails[1]!.text).toContain('We will try again on Wed, Feb 4, 2026.')
  expect(mails[1]!.text).toContain('Insufficient funds.')
  expect(mails[2]!.text).toContain('New cases, prints and corrections are blocked until it is paid.')
  expect(await bellOf(practice.owner.id)).toEqual([
    `Invoice ${number} of $100.48 is ready. It will be charged on Tue, Feb 3, 2026`,
    `Your payment of $100.48 for invoice ${number} failed. We will try again on Wed, Feb 4, 2026`,
    `A payment of $100.48 for invoice ${number} was declined`,
    `A payment of $100.48 for invoice ${number} was declined`,
    `Invoice ${number} is not paid. New cases, prints and corrections are blocked until an owner of the practice pays it`,
  ])
  expect(await bellOf(admin.id)).toHaveLength(4)
  // The next one waits behind it.
  expect(await live(practice, '2026-02-28')).toEqual(['closed'])
  expect((await mailsOf(practice)).at(-1)!.text).toContain('It will be charged once the older invoices are paid.')
  expect((await bellOf(practice.owner.id)).at(-1)).toMatch(
    /is ready\. It will be charged once the older invoices are paid$/,
  )
  expect(await bellOf(practice.member.id)).toEqual([])
})

it('mails the lab once a day what failed on the day before, also to additional addresses', async () => {
  const practice = await days.practice('2026-05-01')
  const admin = await days.on.given.user('admin')
  await sql`insert into additional_emails (user_id, email, created_at) values (${admin.id}, 'books-of-may@example.com', now())`.execute(
    days.db,
  )
  days.on.instead = declined
  await days.run('2026-06-05', practice)
  const mails = async () =>
    (
      await sql<{ to_address: string; text: string }>`select to_address, ${mailText} as text from mails
        where kind = 'lab.payments' order by id`.execute(days.db)
    ).rows.filter(({ text }) => text.includes('Jun 5, 2026'))
  const tell = (day: string) => {
    setClock(() => days.at(day))
    return tellLab(days.db, { publicUrl, labZone: days.zone })
  }
  await tell('2026-06-05')
  expect(await mails()).toEqual([])
  await tell('2026-06-06')
  const sent = await mails()
  expect(sent.map(({ to_address }) => to_address)).toContain('books-of-may@example.com')
  expect(sent[0]!.text).toMatch(/: invoice \d+ of \$100\.48 was declined/)
  await tell('2026-06-06')
  expect(await mails()).toHaveLength(sent.length)
})

it('mails the lab after mornings without a worker all that failed since the mail before, each with its day', async () => {
  const practice = await days.practice('2026-08-01')
  const admin = await days.on.given.user('admin')
  days.on.instead = declined
  for (const day of ['2026-09-03', '2026-09-04']) await days.run(day, practice)
  const { rows: about } = await sql<{
    number: number
    name: string
  }>`select r.invoice_id as number, o.name from orders r
    join organizations o on o.id = r.organization_id where o.id = ${practice.id} and r.kind = 'monthly' and r.invoice_id is not null`.execute(
    days.db,
  )
  const { number, name } = about[0]!
  const lines = async () =>
    (
      await sql<{ text: string }>`select ${mailText} as text from mails where kind = 'lab.payments'
        and to_address = (select email from users where id = ${admin.id}) order by id`.execute(days.db)
    ).rows.map(({ text }) => text.split('\n').filter((line) => line.includes(`${name}: invoice ${number} of`)))
  // On September 4 at seven no worker ran.
  for (const day of ['2026-09-05', '2026-09-05', '2026-09-06']) {
    setClock(() => days.at(day))
    await tellLab(days.db, { publicUrl, labZone: days.zone })
  }
  expect((await lines()).flat()).toEqual([
    `Thu, Sep 3, 2026, ${name}: invoice ${number} of $100.48 was declined`,
    `Fri, Sep 4, 2026, ${name}: invoice ${number} of $100.48 was declined`,
  ])
})

it('names in it a try to pay the start-up fee, which has no invoice yet', async () => {
  const practice = await days.on.lead()
  const method = await days.on.method(practice, 'declined')
  await days.on.given.user('admin')
  await sql`with effect as (
      insert into effects (organization_id, name, user_id, route, intent, leased_until, created_at, result, settled_at)
      values (${practice.id}, 'test.purchase', ${practice.owner.id}, 'test', '{}', now(), now(), '{"done": null}', now()) returning id
    )
    insert into payments (organization_id, payment_method_id, effect_id, cents, status, message, created_at, updated_at)
    select ${practice.id}, ${method}, effect.id, 20298, 'DECLINED', 'Insufficient funds.', ${days.at('2026-07-03')}, ${days.at('2026-07-03')}
    from effect`.execute(days.db)
  setClock(() => days.at('2026-07-04'))
  await tellLab(days.db, { publicUrl, labZone: days.zone })
  const { rows } = await sql<{ text: string }>`select ${mailText} as text from mails where kind = 'lab.payments'
    and activity = 'lab.payments 2026-07-03' limit 1`.execute(days.db)
  expect(rows[0]!.text).toMatch(/: start-up fee of \$202\.98 was declined/)
})
