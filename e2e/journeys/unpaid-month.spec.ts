import { sql } from 'kysely'
import { labScope } from '../../apps/server/src/db/scope.ts'
import { addMember } from '../../apps/server/src/modules/organizations/index.ts'
import { beginWaived } from '../../apps/server/src/modules/billing/index.ts'
import { enqueueDue } from '../../apps/server/src/modules/contracts/commands/enqueue-due.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { chargeableCard } from '../people/payer.ts'

const zone = 'America/Denver'
const day = 86_400_000
const blocked = 'New cases, prints and corrections are blocked, because an invoice is not paid.'

test('a month ends, the card is declined until the practice is blocked; the owner pays on a phone and starts a case', async ({
  page: owner,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const { given, db } = portal
  const practice = await given.practice()
  const begun = new Date(Date.now() - 45 * day)
  await db.transaction().execute((trx) => beginWaived(trx, { scope: labScope, now: begun }, practice.id, zone))
  await sql`insert into price_overrides (organization_id, version, field, value, created_at)
    values (${practice.id}, 1, 'settings.flat_monthly', '9900', ${begun}), (${practice.id}, 1, 'settings.delay_payment_processing', '3', ${begun})`.execute(
    db,
  )
  await chargeableCard(portal, practice, 'declined', { isPrimary: true })
  await chargeableCard(portal, practice, 'paid', { isPrimary: false })
  const order = async () =>
    (
      await sql<{
        id: number
        state: string
        number: number
      }>`select id, fm_invoice_status as state, invoice_id as number from orders
        where organization_id = ${practice.id} and kind = 'monthly' and invoice_id is not null`.execute(db)
    ).rows[0]
  await signIn(practice.owner)
  await owner.goto('/patients')
  await owner.getByRole('dialog', { name: 'Onboarding Checklist' }).getByRole('button', { name: 'Close' }).click()
  await expect(owner.getByRole('link', { name: 'Start a New Case' }).first()).toBeVisible()

  // A member of this practice and of another one has begun a case here.
  const other = await given.practice()
  await db.transaction().execute((trx) => addMember(trx, other.id, practice.member.id, 'organization_member'))
  const member = await browserOf(practice.member)
  const firstName = member.getByRole('textbox', { name: 'First name' })
  await member.goto(`/organizations/${practice.id}/rx-forms/add`)
  await firstName.fill('Waiting')
  await expect(member.getByText(/^Draft saved/)).toBeVisible()
  const draft = member.url()
  const workIn = async (at: number) => {
    await member.getByRole('button', { name: /^Organization: / }).click()
    await member.getByRole('listbox', { name: 'Organizations' }).getByRole('option').nth(at).click()
    await expect(member).toHaveURL(/\/patients/)
  }

  await test.step('the job closes the month and charges it; the card is declined', async () => {
    await enqueueDue(db, zone)
    await expect.poll(async () => (await order())?.state, { timeout: 30_000 }).toBe('NOT_PAID')
  })
  const { id, number } = (await order())!

  await test.step('after the last retry the open page says within seconds that the practice is blocked', async () => {
    // Two retries have failed by now: the last one is due.
    await sql`update orders set failed_at = ${new Date(Date.now() - 8 * day)}, tried_day = null, retries = 2 where id = ${id}`.execute(
      db,
    )
    await enqueueDue(db, zone)
    await expect.poll(async () => (await order())?.state, { timeout: 30_000 }).toBe('BLOCKED')
    await expect(owner.getByRole('alert').filter({ hasText: blocked })).toContainText('$100.48', { timeout: 5_000 })
    await picture(owner, 'blocked-owner')
    await expect(member.getByRole('alert').filter({ hasText: blocked })).toContainText('can pay it.')
    await picture(member, 'blocked-member')
  })

  await test.step('who belongs to another practice, too, works on there', async () => {
    await workIn(1)
    await expect(member.getByRole('link', { name: 'Start a New Case' }).first()).toBeVisible()
    await expect(member.getByRole('alert').filter({ hasText: blocked })).toBeHidden()
    await workIn(0)
    await expect(member.getByRole('alert').filter({ hasText: blocked })).toBeVisible()
  })

  await test.step('the owner pays by the other card on a phone', async () => {
    await owner.setViewportSize({ width: 390, height: 844 })
    await owner.getByRole('link', { name: 'Pay the invoice' }).click()
    await expectFitForPhone(owner)
    await picture(owner, 'unpaid-phone', { fullPage: true })
    await owner.getByRole('button', { name: /^Pay/ }).first().click()
    const dialog = owner.getByRole('dialog', { name: `Pay invoice ${number}` })
    await dialog.getByText('1111').click()
    await picture(owner, 'pay-phone')
    await dialog.getByRole('button', { name: 'Pay $100.48' }).click()
    await expect(dialog).toBeHidden()
    expect((await order())!.state).toBe('PAID')
    await expect(owner.getByText(blocked)).toBeHidden()
  })

  await test.step('and starts a case; the one that was begun before the block goes on', async () => {
    await expect(member.getByRole('alert').filter({ hasText: blocked })).toBeHidden()
    await member.goto(draft)
    await expect(firstName).toHaveValue('Waiting')
    await owner.goto(`/organizations/${practice.id}/rx-forms/add`)
    await expect(owner.getByRole('textbox', { name: 'First name' })).toBeVisible()
  })
})
