import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import type { NotificationSettingsEdit } from '@archwire/contract/notification-settings/schema.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { announce } from '../../src/modules/billing/announce.ts'
import { announce as announceOrganization } from '../../src/modules/organizations/announce.ts'
import { announce as announceDifference } from '../../src/modules/payment-differences/announce.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn } from '../given/members.ts'
import { paymentsIn, type GivenPayment } from '../given/payments.ts'
import { openPayments, type TestPayments } from '../paying.ts'
import { mailText } from '../mail-text.ts'

/** Bells and mails about payments (`notices/payments`, `billing/receipt`). */
let pay: TestPayments
let test: TestApp
let given: Given
let paying: ReturnType<typeof paymentsIn>
beforeAll(async () => {
  pay = await openPayments()
  test = await openTestApp({ payments: pay.provider, worker: true })
  given = givenIn(test)
  paying = paymentsIn(test, pay)
})
afterAll(async () => {
  await test.close()
  await pay.close()
})

const publicUrl = 'http://archwire.test'
const returnedWords = 'The bank returned the payment: insufficient funds (R01).'
const emailOf = (user: TestUser) => membersIn(test).emailOf(user)
const desk = () => `desk-${given.unique()}@example.com`
const set = async (practice: GivenPractice, body: NotificationSettingsEdit) =>
  test.as(practice.owner).call(notificationSettings.update, { params: { id: practice.id }, body })

interface Mail {
  to_address: string
  subject: string
  text: string
  kind: string
}
/** Of money alone: a practice whose fee is settled is also asked for the first step of its onboarding. */
const ofMoney = (type: string) => !type.startsWith('onboarding.')
const mailsOf = async ({ id }: GivenPractice): Promise<Mail[]> =>
  (
    await sql<Mail>`select to_address, subject, ${mailText} as text, kind from mails where organization_id = ${id} order by id`.execute(
      test.connection.db,
    )
  ).rows.filter(({ kind }) => ofMoney(kind))
const bellOf = async (who: TestUser) =>
  (await test.as(who).call(notifications.list)).body.notifications
    .filter(({ type }) => ofMoney(type))
    .map(({ message, link, type }) => ({ message, link, type }))
/** Where notices lead the people of a practice, and the lab. */
const invoicesOf = ({ id }: GivenPractice) => `/account?tab=4&organization=${id}`
async function subscriptionOf({ id }: GivenPractice): Promise<string> {
  const { rows } = await sql<{ id: number }>`select id from contracts where organization_id = ${id}`.execute(
    test.connection.db,
  )
  return `/subscriptions/${rows[0]!.id}`
}
const at = '2026-03-02T10:00:00.000Z'
const tools = () => ({ db: test.connection.db, publicUrl, labZone: test.config.labZone })
/** The job behind an activity of the order. */
const happens = ({ orderId }: GivenPayment, event: string, by: TestUser | null = null, when = at) =>
  announce(tools(), { id: orderId, event, at: when, user_id: by?.id ?? null })

it('a payment that the bank returns rings the bell of owner and manager, and mails the owner', async () => {
  const payment = await paying.pending(await given.practice())
  const { practice, invoiceId } = payment
  const { body, headers } = pay.report(pay.standIn.returnNow(payment.transaction))
  expect((await test.raw(null, 'POST', payments.event.path, body, headers)).status).toBe(200)
  const line = {
    message: `Your payment of $200.00 for invoice ${invoiceId} failed. An owner of the practice has to pay it again`,
    link: invoicesOf(practice),
    type: 'order.payment_failed',
  }
  await vi.waitFor(async () => expect(await bellOf(practice.owner)).toEqual([line]), 30_000)
  expect(await bellOf(practice.manager)).toEqual([line])
  for (const who of [practice.member, practice.assistant]) expect(await bellOf(who)).toEqual([])
  const [mail, ...others] = await mailsOf(practice)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to_address: await emailOf(practice.owner),
    subject: `Payment of invoice ${invoiceId} failed`,
    kind: 'order.payment_failed',
  })
  for (const text of ['Dear Olga Owner,', '$200.00', returnedWords, publicUrl + invoicesOf(practice)])
    expect(mail!.text).toContain(text)
})

describe('a receipt', () => {
  it('goes to each owner, once, with a link to the invoice; the payer gets no bell', async () => {
    const payment = await paying.pending(await given.practice())
    const { practice, invoiceId, orderId } = payment
    const second = await given.user('doctor', ['Nora', 'Nash'])
    await test.connection.db
      .transaction()
      .execute((trx) => addMember(trx, practice.id, second.id, 'organization_owner'))
    for (const _ of [1, 2]) await happens(payment, 'paid', practice.owner)
    expect(await bellOf(practice.owner)).toEqual([])
    const line = {
      message: `Your payment of $200.00 for invoice ${invoiceId} has been received`,
      link: invoicesOf(practice),
      type: 'order.paid',
    }
    expect(await bellOf(second)).toEqual([line])
    expect(await bellOf(practice.manager)).toEqual([line])
    const mails = await mailsOf(practice)
    expect(mails.map(({ to_address }) => to_address)).toEqual([await emailOf(practice.owner), await emailOf(second)])
    expect(mails.map(({ subject }) => subject)).toEqual(mails.map(() => `Receipt for invoice ${invoiceId}`))
    expect(mails[1]!.text).toContain('Dear Nora Nash,')
    expect(mails[1]!.text).toContain(`${publicUrl}/orders/${orderId}`)
    // Paid again after it was returned: another receipt.
    await happens(payment, 'paid', practice.owner, '2026-03-09T10:00:00.000Z')
    expect(await mailsOf(practice)).toHaveLength(4)
  })

  it('is sent whatever the settings say', async () => {
    const payment = await paying.pending(await given.practice())
    const off = { enabled: false, additional_emails: [] }
    await set(payment.practice, { payment_failed: off, monthly_invoice: off })
    await happens(payment, 'paid')
    expect(await mailsOf(payment.practice)).toHaveLength(1)
    expect(await bellOf(payment.practice.owner)).toHaveLength(1)
  })
})

it('a payment that is being processed rings, and mails no one', async () => {
  const payment = await paying.pending(await given.practice())
  await happens(payment, 'payment_pending')
  expect(await bellOf(payment.practice.owner)).toEqual([
    {
      message: `Your payment of $200.00 for invoice ${payment.invoiceId} is being processed`,
      link: invoicesOf(payment.practice),
      type: 'order.payment_pending',
    },
  ])
  expect(await mailsOf(payment.practice)).toEqual([])
})

describe('the setting "Payment failed"', () => {
  it('off: neither bell nor mail', async () => {
    const payment = await paying.pending(await given.practice())
    await set(payment.practice, { payment_failed: { enabled: false, additional_emails: [desk()] } })
    for (const event of ['payment_failed', 'payment_declined', 'blocked']) await happens(payment, event)
    expect(await bellOf(payment.practice.owner)).toEqual([])
    expect(await mailsOf(payment.practice)).toEqual([])
  })

  it('with additional addresses: a copy each, once, but not to an owner', async () => {
    const payment = await paying.pending(await given.practice())
    const { practice } = payment
    const [address, owner] = [desk(), await emailOf(practice.owner)]
    await set(practice, { payment_failed: { enabled: true, additional_emails: [address, owner.toUpperCase()] } })
    for (const _ of [1, 2]) await happens(payment, 'payment_failed')
    const mails = await mailsOf(practice)
    expect(mails.map(({ to_address }) => to_address)).toEqual([owner, address])
    expect(mails[1]!.text).toMatch(/^Hello,/)
    expect(mails[1]!.text).toContain('You get this email because the practice added your address')
  })
})

describe('the lab', () => {
  const alone = 'orders.manage'
  /** People of the lab: who manages invoices, and who does not. */
  async function lab() {
    const [superAdmin, admin, given1, supervisor, tech, gone] = [
      await given.user('super_admin'),
      await given.user('admin'),
      await given.user('supervisor'),
      await given.user('supervisor'),
      await given.user('tech_support'),
      await given.user('admin'),
    ]
    const { db } = test.connection
    await sql`update users set custom_permissions = array[${alone}] where id = ${given1.id}`.execute(db)
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(db)
    return { told: [superAdmin, admin, given1], others: [supervisor, tech], gone }
  }
  const bellsOf = async (who: TestUser, organization: { id: number }) =>
    (
      await sql<{ message: string; link: string }>`select message, link from notifications
        where user_id = ${who.id} and organization_id = ${organization.id} and type not like 'onboarding.%' order by id`.execute(
        test.connection.db,
      )
    ).rows

  it('hears of a returned payment, of an archived or disabled practice, too: who manages invoices, and no one else', async () => {
    const { told, others, gone } = await lab()
    for (const closed of [null, 'deleted_at', 'disabled_at']) {
      const payment = await paying.pending(await given.practice())
      const { practice, invoiceId, orderId } = payment
      const { db } = test.connection
      const name = (await sql<{ name: string }>`select name from organizations where id = ${practice.id}`.execute(db))
        .rows[0]!.name
      if (closed) await sql`update organizations set ${sql.ref(closed)} = now() where id = ${practice.id}`.execute(db)
      await sql`update payments set status = 'RETURNED' where order_id = ${orderId}`.execute(db)
      for (const _ of [1, 2]) await happens(payment, 'payment_failed')
      const line = {
        message: `The payment of $200.00 for invoice ${invoiceId} of ${name} was returned`,
        link: await subscriptionOf(practice),
      }
      for (const who of told) expect(await bellsOf(who, practice), String(closed)).toEqual([line])
      for (const who of [...others, gone]) expect(await bellsOf(who, practice)).toEqual([])
      expect(await mailsOf(practice)).toHaveLength(closed ? 0 : 1)
      expect(await bellsOf(practice.owner, practice)).toHaveLength(closed ? 0 : 1)
    }
  })

  /** Another owner of a practice. */
  async function secondOwner(practice: GivenPractice): Promise<TestUser> {
    const second = await given.user('doctor', ['Nora', 'Nash'])
    await test.connection.db
      .transaction()
      .execute((trx) => addMember(trx, practice.id, second.id, 'organization_owner'))
    return second
  }

  it('and the other owners hear of a declined try; who paid sees it on the page', async () => {
    const { told } = await lab()
    const payment = await paying.pending(await given.practice())
    const { practice, invoiceId } = payment
    const second = await secondOwner(practice)
    for (const _ of [1, 2]) await happens(payment, 'payment_declined', practice.owner)
    expect(await bellsOf(second, practice)).toEqual([
      { message: `A payment of $200.00 for invoice ${invoiceId} was declined`, link: invoicesOf(practice) },
    ])
    const [bell] = await bellsOf(told[1]!, practice)
    expect(bell!.message).toMatch(new RegExp(`^A payment of \\$200\\.00 for invoice ${invoiceId} of .+ was declined$`))
    expect(bell!.link).toBe(await subscriptionOf(practice))
    for (const who of [practice.owner, practice.manager]) expect(await bellsOf(who, practice)).toEqual([])
    expect(await mailsOf(practice)).toEqual([])
  })

  it('and every owner hear of a declined try that no one made by hand; of an archived practice the lab alone', async () => {
    const { told } = await lab()
    for (const archived of [false, true]) {
      const payment = await paying.pending(await given.practice())
      const { practice } = payment
      if (archived)
        await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(test.connection.db)
      await happens(payment, 'payment_declined')
      expect(await bellsOf(practice.owner, practice)).toHaveLength(archived ? 0 : 1)
      expect(await bellsOf(practice.manager, practice)).toEqual([])
      expect(await bellsOf(told[0]!, practice)).toHaveLength(1)
    }
  })

  it('and the other owners hear of a declined first try, which has no invoice yet', async () => {
    const { told, others } = await lab()
    const practice = await given.practice()
    const second = await secondOwner(practice)
    await announceOrganization(tools(), {
      id: practice.id,
      event: 'payment_declined',
      at,
      user_id: practice.owner.id,
    })
    const [bell] = await bellsOf(told[0]!, practice)
    expect(bell!.message).toMatch(/^A payment of .+ was declined$/)
    expect(bell!.link).toBe(`/organizations/${practice.id}`)
    expect(await bellsOf(second, practice)).toEqual([
      { message: 'A payment for your practice was declined', link: '/account?tab=2' },
    ])
    for (const who of [...others, practice.owner, practice.manager]) expect(await bellsOf(who, practice)).toEqual([])
  })

  it('and the owner hear of a refund with its sum; the owner gets an email', async () => {
    const { told } = await lab()
    const payment = await paying.pending(await given.practice())
    const { practice, invoiceId, orderId } = payment
    await sql`insert into payment_refunds (organization_id, payment_id, cents, provider_id, occurred_at, created_at)
      select organization_id, id, 5025, 'r1', ${at}, ${at} from payments where order_id = ${orderId}`.execute(
      test.connection.db,
    )
    for (const _ of [1, 2]) await happens(payment, 'payment_refunded')
    expect(await bellsOf(practice.owner, practice)).toEqual([
      { message: `$50.25 of your payment for invoice ${invoiceId} has been refunded`, link: invoicesOf(practice) },
    ])
    const [bell, ...more] = await bellsOf(told[1]!, practice)
    expect(bell!.message).toMatch(/^\$50\.25 of the payment for invoice \d+ of .+ was refunded$/)
    expect(more).toEqual([])
    const mails = await mailsOf(practice)
    expect(mails.map(({ subject }) => subject)).toEqual([`Refund for invoice ${invoiceId}`])
    expect(mails[0]!.text).toContain('$50.25')
    expect(mails[0]!.text).toContain(`${publicUrl}/orders/${orderId}`)
  })

  it('and the owner hear of a declined payment that was charged all the same', async () => {
    await lab()
    const payment = await paying.pending(await given.practice())
    const { practice, orderId, invoiceId } = payment
    const { rows } = await sql<{ id: number }>`
      insert into payment_differences (kind, transaction_id, organization_id, order_id, reported_cents, opened_at, updated_at)
      values ('unknown_payment', ${payment.transaction}, ${practice.id}, ${orderId}, 20000, now(), now()) returning id`.execute(
      test.connection.db,
    )
    await announceDifference(tools(), { id: rows[0]!.id, event: 'opened', at, user_id: null })
    expect(await bellsOf(practice.owner, practice)).toEqual([
      {
        message: `A payment for invoice ${invoiceId} that was declined may have been charged. The lab is reviewing it`,
        link: `/orders/${orderId}`,
      },
    ])
  })

  it('and the owner hear of a payment of another amount, once', async () => {
    const { told, others } = await lab()
    const payment = await paying.pending(await given.practice())
    const { practice, orderId, invoiceId } = payment
    const { rows } = await sql<{ id: number }>`
      insert into payment_differences (kind, transaction_id, organization_id, order_id, expected_cents, reported_cents, opened_at, updated_at)
      values ('other_sum', ${payment.transaction}, ${practice.id}, ${orderId}, 20000, 100, now(), now()) returning id`.execute(
      test.connection.db,
    )
    for (const _ of [1, 2]) await announceDifference(tools(), { id: rows[0]!.id, event: 'opened', at, user_id: null })
    for (const who of told) {
      const [bell, ...more] = await bellsOf(who, practice)
      expect(bell!.message).toMatch(
        new RegExp(
          `^Payment to review for invoice ${invoiceId} of .+: other amount, \\$1\\.00 instead of \\$200\\.00$`,
        ),
      )
      expect(bell!.link).toBe('/payments-to-review?is_open=1')
      expect(more).toEqual([])
    }
    for (const who of others) expect(await bellsOf(who, practice)).toEqual([])
    expect(await bellsOf(practice.owner, practice)).toMatchObject([{ link: `/orders/${orderId}` }])
    expect(await mailsOf(practice)).toEqual([])
  })
})

it('what has no words tells no one', async () => {
  const payment = await paying.pending(await given.practice())
  await happens(payment, 'created')
  const { rows } = await sql`select 1 from notifications
    where organization_id = ${payment.practice.id} and type not like 'onboarding.%'`.execute(test.connection.db)
  expect(rows).toEqual([])
  expect(await mailsOf(payment.practice)).toEqual([])
})
