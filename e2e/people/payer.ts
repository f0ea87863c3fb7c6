import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { hashPassword } from '../../apps/server/src/modules/auth/index.ts'
import type { GivenPractice } from '../../apps/server/test/given.ts'
import { formOf } from '../../apps/server/test/paying.ts'
import type { Portal } from '../journey.ts'

/** The document in which the payment provider's script runs. */
export const fieldsDocument = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Card"], iframe[title="Bank account"]').frameLocator('iframe')

/** A field of the payment provider, in its frame. */
export const hostedField = (page: Page, label: 'Card number' | 'Security code' | 'Account number' | 'Routing number') =>
  fieldsDocument(page).frameLocator(`iframe[title="${label}"]`).getByRole('textbox', { name: label })

/** Numbers that the stand-in of the payment provider knows. */
export const testNumber = {
  paid: '4111111111111111',
  mastercard: '5555555555554444',
  declined: '4012888888881881',
  slow: '4000000000003113',
  timeout: '4000000000003238',
  bank: '000123456789',
  bankReturned: '000111111116',
  routing: '110000000',
} as const

/** The password of owners whom `newPractice` makes. */
export const ownersPassword = 'Tall-Hedge-41'

/** A practice as the sign-up leaves it: without a name and a location, and the start-up fee is due. Its owner has a password. */
export async function newPractice({ given, db }: Portal): Promise<GivenPractice> {
  const practice = await given.practice({ paid: false })
  await sql`delete from locations where organization_id = ${practice.id}`.execute(db)
  await sql`update organizations set name = 'Account ' || id where id = ${practice.id}`.execute(db)
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(ownersPassword) })
    .where('id', '=', practice.owner.id)
    .execute()
  return practice
}

/** Gives the practice a payment method without the provider: a page can show it, and nothing can be charged to it. */
export async function shownMethod({ given, db }: Portal, { id }: { id: number }): Promise<void> {
  await sql`insert into payment_methods
    (organization_id, provider_id, method, nickname, brand, last_four, expires_month, is_primary, created_at, updated_at)
    values (${id}, ${`shown-${given.unique()}`}, 'card', 'Front desk card', 'Visa', '1111', '2099-12-01', true, now(), now())`.execute(
    db,
  )
}

/** The step of the account setup that is shown. */
export const stepHeading = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 2 })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** How a person presses a button: with the mouse or with a finger. */
export type Press = (target: Locator) => Promise<void>
export const click: Press = (target) => target.click()
export const tap: Press = (target) => target.tap()

/** Enters the account details in the form that is open, and saves them. */
export async function saveDetails(page: Page, practice: string, press: Press = click): Promise<void> {
  const details = {
    'Name of the practice': practice,
    'Street Address': '1200 Larimer Street',
    City: 'Denver',
    'Zip Code': '80204',
    'First Name': 'Nora',
    'Last Name': 'Newman',
    'Phone Number': '+1 (303) 555-0142',
  }
  for (const [label, value] of Object.entries(details))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByLabel('State').selectOption({ label: 'Colorado' })
  await page.getByLabel('How did you hear about us?').selectOption({ label: 'Other' })
  await page.getByLabel('Please specify').fill('A study club')
  await press(button(page, 'Next'))
  await expect(stepHeading(page, 'Payment method')).toBeVisible()
}

/** Goes from the welcome to the payment step of a practice that is new. */
export async function goToPayment(page: Page, practice: string, press: Press = click): Promise<void> {
  await expect(stepHeading(page, 'Welcome')).toBeVisible()
  await press(button(page, 'Next'))
  await expect(stepHeading(page, 'Account Details')).toBeVisible()
  await saveDetails(page, practice, press)
}

/** Enters a card in the form of a payment method, and stops before it is saved. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await hostedField(page, 'Card number').fill(number)
  await page.getByLabel('Expiration month').fill('12')
  await page.getByLabel('Expiration year').fill('2099')
  await hostedField(page, 'Security code').fill('123')
}

/** Enters a bank account in the form of a payment method, and stops before it is saved. */
export async function enterBankAccount(page: Page, number: string, press: Press = click): Promise<void> {
  await press(page.getByRole('group', { name: 'Pay by' }).getByText('Bank account', { exact: true }))
  await page.getByLabel('Bank name').fill('First Test Bank')
  await hostedField(page, 'Account number').fill(number)
  await hostedField(page, 'Routing number').fill(testNumber.routing)
  await press(page.getByRole('group', { name: 'Account type' }).getByText('Checking', { exact: true }))
  await press(page.getByRole('group', { name: 'Account holder' }).getByText('Business', { exact: true }))
}

export const saveMethod = (page: Page): Locator => button(page, /^(Next|Save payment method)$/)
export const finishButton = (page: Page): Locator => button(page, 'Finish Setup')
export const order = (page: Page): Locator => page.getByRole('region', { name: 'Your order' })
/** The line with what is paid now. */
export const total = (page: Page): Locator => order(page).getByRole('row', { name: /^Total / })
export const methodsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Payment methods' }).getByRole('listitem')

/** Saves a payment method and finishes the setup at its last step. */
export async function saveAndFinish(page: Page, press: Press = click): Promise<void> {
  await press(saveMethod(page))
  await expect(stepHeading(page, 'Order summary')).toBeVisible()
  await press(finishButton(page))
}

export const thanks = (page: Page): Locator => stepHeading(page, 'Thank you for your order.')

/** The payments that the provider lists for a practice, on its own page. */
export async function paymentsOf(page: Page, portal: Portal, practice: string): Promise<Locator> {
  await page.goto(portal.payments)
  return page.getByRole('row').filter({ hasText: practice })
}

/** Gives the practice a card of the payment provider's stand-in, which can be charged. The last primary one is charged. */
export async function chargeableCard(
  { url, payments, db, session }: Portal,
  { id, owner }: GivenPractice,
  outcome: 'paid' | 'declined',
  { isPrimary }: { isPrimary: boolean },
): Promise<void> {
  const asked = await fetch(`${url}/api/v1/f_m_payment_infos`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await session(owner)}` },
    body: JSON.stringify({ organization_id: id }),
  })
  const { payment_info } = (await asked.json()) as {
    payment_info: { customer_id: string; fields: { web_token: string } }
  }
  const made = await fetch(`${new URL(payments).origin}/webpayments/${payment_info.fields.web_token}/tokenize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(formOf(outcome, payment_info.customer_id)),
  })
  const { id: token } = (await made.json()) as { id: string }
  await sql`insert into payment_methods
    (organization_id, provider_id, method, nickname, brand, last_four, expires_month, is_primary, created_at, updated_at)
    values (${id}, ${token}, 'card', '', 'Visa', ${testNumber[outcome].slice(-4)}, '2099-12-01', ${isPrimary}, now(), now())`.execute(
    db,
  )
}
