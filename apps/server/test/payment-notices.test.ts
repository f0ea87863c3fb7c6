import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import type { NotificationSettingsEdit } from '@archwire/contract/notification-settings/schema.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addMember } from '../src/modules/organizations/index.ts'
import { announce } from '../src/modules/billing/announce.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given, type GivenPractice } from './given.ts'
import { membersIn } from './given/members.ts'
import { paymentsIn, type GivenPayment } from './given/payments.ts'
import { openPayments, type TestPayments } from './paying.ts'
import { mailText } from './mail-text.ts'

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
const mailsOf = async ({ id }: GivenPractice): Promise<Mail[]> =>
  (
    await sql<Mail>`select to_address, subject, ${mailText} as text, kind from mails where organization_id = ${id} order by id`.execute(
      test.connection.db,
    )
  ).rows
const bellOf = async (who: TestUser) =>
  (await test.as(who).call(notifications.list)).body.notifications.map(({ message, link, type }) => ({
    message,
    link,
    type,
  }))
const at = '2026-03-02T10:00:00.000Z'
/** The job behind an activity of the order. */
const happens = ({ orderId }: GivenPayment, event: string, by: TestUser | null = null, when = at) =>
  announce(
    { db: test.connection.db, publicUrl, labZone: test.config.labZone },
    { id: orderId, event, at: when, user_id: by?.id ?? null },
  )

it('a payment that the bank returns rings the bell of owner and manager, and mails the owner, by itself', async () => {
  const payment = await paying.pending(await given.practice())
  const { practice, invoiceId, orderId } = payment
  const { body, headers } = pay.report(pay.standIn.returnNow(payment.transaction))
  expect((await test.raw(null, 'POST', payments.event.path, body, headers)).status).toBe(200)
  const line = {
    message: `Your payment of $200.00 for invoice ${invoiceId} failed. An owner of the practice has to pay it again`,
    link: `/orders/${orderId}`,
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
  for (const text of ['Dear Olga Owner,', '$200.00', returnedWords, `${publicUrl}/orders/${orderId}`])
    expect(mail!.text).toContain(text)
})

describe('a receipt', () => {
  it('goes to each owner, once, with a link to the invoice; whoever paid is not rung', async () => {
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
      link: `/orders/${orderId}`,
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
      link: `/orders/${payment.orderId}`,
      type: 'order.payment_pending',
    },
  ])
  expect(await mailsOf(payment.practice)).toEqual([])
})

describe('the setting "Payment failed"', () => {
  it('off: neither bell nor mail', async () => {
    const payment = await paying.pending(await given.practice())
    await set(payment.practice, { payment_failed: { enabled: false, additional_emails: [desk()] } })
    await happens(payment, 'payment_failed')
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

it('what has no words, and an archived practice, tell no one', async () => {
  const payment = await paying.pending(await given.practice())
  await happens(payment, 'created')
  await sql`update organizations set deleted_at = now() where id = ${payment.practice.id}`.execute(test.connection.db)
  await happens(payment, 'payment_failed')
  const { rows } = await sql`select 1 from notifications where organization_id = ${payment.practice.id}`.execute(
    test.connection.db,
  )
  expect(rows).toEqual([])
  expect(await mailsOf(payment.practice)).toEqual([])
})
