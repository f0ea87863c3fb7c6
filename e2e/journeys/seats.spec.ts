import { sql } from 'kysely'
import { hashPassword } from '../../apps/server/src/modules/auth/index.ts'
import { labScope } from '../../apps/server/src/db/scope.ts'
import { beginWaived } from '../../apps/server/src/modules/billing/index.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'
import { ownersPassword } from '../people/payer.ts'

test('the owner buys seats, a second computer signs in, and the seats stand on the current invoice', async ({
  page: owner,
  portal: { given, db },
  signIn,
  browserOf,
  picture,
  watch,
}) => {
  // A device without a seat; and a code that opened the application cannot create another.
  watch.expect(/409 .*\/api\/v1\/me\?/)
  watch.expect(/401 .*\/api\/v1\/me\/desktop_code/)
  watch.expect(/dibs:/)
  const practice = await given.practice()
  await db
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, 'America/Denver'))
  await sql`update products set price_cents = 2500 where id = 2`.execute(db)
  await sql`update users set password_hash = ${await hashPassword(ownersPassword)} where id = ${practice.owner.id}`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`select id from licenses where organization_id = ${practice.id}`.execute(db)
  const admin = await browserOf(await given.user('admin'))

  await test.step('the lab makes the license one that can buy seats', async () => {
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.goto(`/edit-license/${rows[0]!.id}`)
    await admin.getByRole('button', { name: 'Change type' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Change type' }).click()
    await expect(admin.getByText('Multi-seat').first()).toBeVisible()
    await picture(admin, 'license', { fullPage: true })
  })

  /** Opens the link of the desktop application on a computer, as the owner. */
  const openOn = async (device: string) => {
    const answer = await owner.request.post('/api/v1/me/desktop_code', {
      headers: { origin: new URL(owner.url()).origin },
    })
    const { desktop_code } = (await answer.json()) as { desktop_code: string }
    await owner.goto(`/dibs?token=${desktop_code}&device_id=${device}&device_name=${device}`)
  }
  await test.step('the first computer takes the only seat; the second one is refused in words', async () => {
    await signIn(practice.owner)
    await owner.setViewportSize({ width: 1440, height: 900 })
    await owner.goto('/account')
    await openOn('Operatory-1')
    await expect(owner.getByRole('heading', { name: 'Open DIBS' })).toBeVisible()
    await openOn('Operatory-2')
    await expect(owner.getByText('Every seat of this license is taken.')).toBeVisible()
    await picture(owner, 'no-seat')
  })

  await test.step('the owner buys a seat', async () => {
    await goWithin(owner, '/account?tab=3')
    await owner.getByRole('textbox', { name: 'Bought seats' }).fill('1')
    await owner.getByLabel(/Your password/).fill(ownersPassword)
    await owner.getByRole('button', { name: 'Save seats' }).click()
    await expect(owner.getByText('The seats are saved.')).toBeVisible()
    await openOn('Operatory-2')
    await expect(owner.getByRole('heading', { name: 'Open DIBS' })).toBeVisible()
    await goWithin(owner, '/account?tab=3')
    await expect(owner.getByText('Operatory-2').first()).toBeVisible()
    await picture(owner, 'extra', { fullPage: true })
    await goWithin(owner, '/account?tab=4')
    await expect(owner.getByRole('row').filter({ hasText: 'Seat' }).first()).toContainText('$25.00')
    await picture(owner, 'invoice')
  })

  await test.step('Extra fits a phone', async () => {
    await owner.setViewportSize({ width: 390, height: 844 })
    await goWithin(owner, '/account?tab=3')
    await expect(owner.getByText('Operatory-1').first()).toBeVisible()
    await expectFitForPhone(owner)
    await picture(owner, 'extra-phone', { fullPage: true })
  })
})
