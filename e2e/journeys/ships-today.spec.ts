import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { printed, withoutPrinter } from '../people/printer.ts'
import { scanCode } from '../people/scanner-gun.ts'

const trays = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const
const trackingNumber = '1Z999AA10987654321'
const names = ['Astell', 'Behn', 'Conway']

test('three prints are packed by their labels and leave in one parcel with one number', async ({
  browserOf,
  portal,
  picture,
}) => {
  test.setTimeout(150_000)
  const practice = await portal.given.practice()
  const made = []
  for (const last_name of names)
    made.push(
      await portal.given.case({
        practice,
        stage: 'approved',
        tech: await portal.person('tech'),
        form: { ...trays, first_name: 'Mary', last_name },
      }),
    )
  // They should have shipped yesterday: which day is today does not matter.
  const ids = made.map(({ id }) => id)
  await sql`update printing_requests set ship_date = ${addDays(dayIn('America/Denver', new Date()), -1)}::date
    where patient_id = any(${ids}::int[])`.execute(portal.db)

  const packer = await browserOf('tech')
  const doctor = await browserOf(practice.owner)
  await withoutPrinter(packer.context())
  await packer.goto('/ships-today')
  const parcel = packer.locator('section').filter({ hasText: 'Astell' })
  const verdict = packer.locator('[role="status"][data-tone]')
  const complete = parcel.getByRole('button', { name: 'Complete', exact: true })

  await test.step('what is scanned is right, already done, or wrong', async () => {
    await expect(parcel).toContainText('0 of 3 packed')
    await scanCode(packer, `C-${ids[0]}`)
    await expect(verdict).toHaveAttribute('data-tone', 'right')
    await expect(parcel).toContainText('1 of 3 packed')
    await expect(parcel).toContainText('Packing now')
    await scanCode(packer, `C-${ids[0]}`)
    await expect(verdict).toHaveAttribute('data-tone', 'done')
    await scanCode(packer, 'C-999999999')
    await expect(verdict).toHaveAttribute('data-tone', 'wrong')
    await expect(verdict).toHaveText('C-999999999 does not ship today.')
    for (const id of ids.slice(1)) await scanCode(packer, `C-${id}`)
    await expect(parcel).toContainText('3 of 3 packed')
    await expect(packer, 'a scan leads to no case here').toHaveURL(/\/ships-today$/)
    await picture(packer, 'ships-today', { fullPage: true })
    expect(await seriousInBoth(packer)).toEqual([])
  })

  await test.step('a packer who comes back finds the parcel as it was left', async () => {
    await packer.reload()
    await expect(parcel).toContainText('3 of 3 packed')
  })

  await test.step('the labels are printed as one job, and marked', async () => {
    await expect(complete).toHaveAttribute('aria-disabled', 'true')
    await parcel.getByRole('button', { name: 'Print labels…' }).click()
    const dialog = packer.getByRole('dialog', { name: 'Labels of the shipment' })
    await dialog.getByRole('button', { name: 'Print 4 labels' }).click()
    expect(await printed(packer)).toBe(1)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    for (const label of ['Shipping label', 'Patient labels'])
      await parcel
        .getByRole('listitem')
        .filter({ hasText: label })
        .getByRole('button', { name: 'Mark as Printed' })
        .click()
    await expect(parcel.getByText('Printed', { exact: true })).toHaveCount(2)
  })

  await test.step('one number completes all three', async () => {
    await complete.click()
    const dialog = packer.getByRole('dialog', { name: 'Shipping Information' })
    await dialog.getByRole('textbox', { name: 'Tracking number' }).fill(trackingNumber)
    await expect(dialog).toContainText('This is a UPS number.')
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await expect(dialog).toBeHidden()
    await expect(parcel.getByText('Shipped', { exact: true })).toHaveCount(3)
    await picture(packer, 'ships-today-shipped', { fullPage: true })
  })

  await test.step('the practice reads the number on its case', async () => {
    await doctor.goto(`/patient-details/${ids.at(-1)}`)
    const requests = doctor.getByRole('list', { name: 'Requests' })
    await expect(requests.getByRole('link', { name: new RegExp(trackingNumber) })).toBeVisible()
  })
})
