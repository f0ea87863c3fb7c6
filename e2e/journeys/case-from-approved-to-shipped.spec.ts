import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { approve } from '../people/doctor.ts'
import { markAsPrinted, openLabel, sheetsOf, ship } from '../people/printer.ts'
import { followBell } from '../people/sign-in.ts'
import { openWorkflow, step } from '../people/technician.ts'

/** Trays that the lab prints, brackets and all. */
const trays = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const
const trackingNumber = '1Z999AA10123456784'
const courierPage = `https://www.ups.com/track?tracknum=${trackingNumber}`

/** The head of a page: whose it is, and where it stands. */
const pageHeader = (page: Page) => page.locator('main header')

test('a case goes from the doctor’s approval to the parcel', async ({ browserOf, portal, picture }) => {
  test.setTimeout(150_000)
  const patient = { first: 'Nettie', last: 'Stevens' }
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({
    practice,
    stage: 'awaiting_approval',
    tech: await portal.person('tech'),
    form: { ...trays, first_name: patient.first, last_name: patient.last },
  })
  const doctor = await browserOf(practice.owner)
  const tech = await browserOf('tech')
  let requestPath = ''

  await test.step('the doctor approves and reads that a print was asked for', async () => {
    await tech.goto('/patients-page')
    await openWorkflow(tech, patient, `${patient.last}, ${patient.first}`)
    await doctor.goto(`/patient-details/${testCase.id}`)
    await approve(doctor)
    await expect(pageHeader(doctor)).toContainText('Approved')
    const requests = doctor.getByRole('list', { name: 'Requests' })
    await expect(requests.getByRole('listitem')).toHaveCount(1)
    await expect(requests).toContainText('Trays')
    await expect(requests).toContainText('Pending')
    await picture(doctor, 'approved-with-request', { fullPage: true })
  })

  await test.step('the technician sees the print at once and opens its request', async () => {
    await expect(pageHeader(tech)).toContainText('Approved')
    const print = tech.getByRole('region', { name: 'Print', exact: true })
    await expect(print.getByText('Generate Tray', { exact: true })).toBeVisible()
    await picture(tech, 'workflow-with-print', { fullPage: true })
    await print.getByRole('link', { name: /^Request \d+$/ }).click()
    await expect(tech).toHaveURL(/\/requests\/\d+$/)
    requestPath = new URL(tech.url()).pathname
    await expect(tech.getByRole('heading', { name: `${patient.first} ${patient.last}`, level: 1 })).toBeVisible()
    await expect(pageHeader(tech)).toContainText('Pending')
  })

  await test.step('shipping is what the Rx form asked for, and items are of the arch that has a setup', async () => {
    const items = tech.getByRole('table', { name: 'What is printed' }).getByRole('row')
    await expect(items).toHaveCount(2)
    await expect(items.last().getByRole('cell')).toHaveText(['Maxillary', 'Trays', 'Yes'])
    const print = tech.getByRole('region', { name: 'Print Request' })
    await expect(print).toContainText('Standard')
    await expect(print).toContainText('1 Main Street')
    await expect(print).toContainText('Denver, CO 80202')
    await picture(tech, 'request-new', { fullPage: true })
  })

  await test.step('the technician works the first step', async () => {
    const first = step(tech, 'Generate Tray')
    await first.getByRole('button', { name: 'Start' }).click()
    await first.getByRole('button', { name: 'Finish, start next' }).click()
    await expect(first.getByRole('button', { name: /Finish/ })).toHaveCount(0)
    await expect(step(tech, 'Generate QA').getByRole('button', { name: 'Finish', exact: true })).toBeVisible()
    await expect(tech.getByRole('list', { name: 'History' })).toContainText('Printing started')
  })

  for (const label of ['Patient label', 'Shipping label'] as const)
    await test.step(`the ${label.toLowerCase()} is drawn, fits its paper and is marked as printed`, async () => {
      const dialog = await openLabel(tech, label)
      const name = label.toLowerCase().replace(' ', '-')
      await expect(dialog).toContainText(
        label === 'Patient label' ? `${patient.first} ${patient.last}` : '1 Main Street',
      )
      if (label === 'Shipping label') await expect(dialog, 'a parcel travels in public').not.toContainText(patient.last)
      await picture(tech, name)
      expect(await sheetsOf(tech), 'one sheet of 4 × 6 inches').toEqual([[4, 6]])
      await tech.emulateMedia({ media: 'print' })
      await expect(tech.getByRole('main')).toBeHidden()
      await picture(tech, `${name}-on-paper`)
      await tech.emulateMedia({ media: null })
      await markAsPrinted(tech, label)
    })

  await test.step('the request is accessible in light and dark, and so is a label', async () => {
    // A toast lies behind the dialog, dimmed with the page, until it goes.
    await expect(tech.locator('.mantine-Notification-root')).toHaveCount(0)
    expect(await seriousInBoth(tech, (scheme) => picture(tech, `request-${scheme}`, { fullPage: true }))).toEqual([])
    const dialog = await openLabel(tech, 'Patient label')
    expect(await seriousInBoth(tech, (scheme) => picture(tech, `label-${scheme}`)), 'a label').toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await tech.emulateMedia({ colorScheme: null })
  })

  await test.step('it ships by its tracking number, and not without', async () => {
    await ship(tech, trackingNumber)
    await expect(pageHeader(tech)).toContainText('Completed')
    await expect(tech.getByRole('button', { name: 'Complete', exact: true })).toHaveCount(0)
    await picture(tech, 'request-completed', { fullPage: true })
  })

  await test.step('the doctor’s open case is completed by itself, and the bell leads to the request', async () => {
    await expect(pageHeader(doctor)).toContainText('Completed')
    const requests = doctor.getByRole('list', { name: 'Requests' })
    await expect(requests).toContainText('Completed')
    await expect(requests.getByRole('link', { name: new RegExp(trackingNumber) })).toHaveAttribute('href', courierPage)
    await picture(doctor, 'case-completed', { fullPage: true })
    await followBell(doctor, patient.last, /The print is completed/)
    await expect(doctor).toHaveURL(new RegExp(`${requestPath}$`))
    await expect(pageHeader(doctor)).toContainText('Completed')
    const shipping = doctor.getByRole('region', { name: 'Print Request' })
    await expect(shipping).toContainText('UPS')
    await expect(shipping.getByRole('link', { name: new RegExp(trackingNumber) })).toHaveAttribute('href', courierPage)
    await picture(doctor, 'request-of-the-doctor', { fullPage: true })
  })

  await test.step('the history tells it to both, the lab’s own part to the lab', async () => {
    const entry = (page: Page, label: string) =>
      page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: label })
    for (const page of [doctor, tech]) {
      await expect(entry(page, 'Request completed')).toContainText(`Tracking number ${trackingNumber}`)
      // To a practice it is the lab, not its people.
      await expect(entry(page, 'Request completed')).toContainText(page === tech ? 'Tomas Reyes' : 'Archwire Lab')
      const earlier = page.getByRole('button', { name: /^Show \d+ earlier entries$/ })
      if (await earlier.isVisible()) await earlier.click()
      await expect(entry(page, 'Printing started')).toHaveCount(1)
    }
    await expect(entry(tech, 'Label printed')).toHaveCount(2)
    await expect(entry(doctor, 'Label printed')).toHaveCount(0)
    await expect(doctor.getByRole('table', { name: 'Work steps' })).toHaveCount(0)
  })

  await test.step('the mail holds the number and leads to the request', async () => {
    const { user } = (await (await doctor.request.get('/api/v1/me')).json()) as { user: { email: string } }
    await doctor.goto(`/mailbox?to=${user.email}`)
    await doctor.getByRole('link', { name: /your print is on its way/ }).click()
    await doctor.getByRole('button', { name: 'Text' }).click()
    await expect(doctor.getByRole('article')).toContainText(trackingNumber)
    await picture(doctor, 'mail-on-its-way')
    await doctor.getByRole('article').getByRole('link').click()
    await expect(doctor).toHaveURL(new RegExp(`${requestPath}$`))
  })
})

test(
  'two open requests of a case stop each other until one is canceled',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    const testCase = await portal.given.case({ stage: 'approved', form: trays })
    const doctor = await browserOf(testCase.practice.owner)
    await doctor.goto(`/patient-details/${testCase.id}`)
    await doctor.getByRole('button', { name: 'Request a print' }).click()
    const ask = doctor.getByRole('dialog', { name: /^Print for / })
    await expect(ask).toContainText('neither is processed until you cancel one')
    await picture(doctor, 'ask-for-a-second-print')
    await ask.getByRole('button', { name: 'Request anyway' }).click()
    await expect(ask).toBeHidden()
    await expect(doctor.getByRole('list', { name: 'Requests' }).getByText('Duplicated')).toHaveCount(2)

    await signIn('tech')
    await page.goto(`/patient-workflow/${testCase.id}`)
    const requests = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
    await expect(requests).toHaveCount(2)
    await expect(requests.filter({ hasText: 'Duplicated' })).toHaveCount(2)

    await requests.first().getByRole('link').click()
    await expect(page).toHaveURL(/\/requests\/\d+$/)
    const alert = page.getByText('There is more than one active request. Cancel one first to continue.')
    await expect(alert).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Complete', exact: true })).toHaveCount(0)
    await expect(step(page, 'Generate Tray').getByRole('button', { name: 'Start' })).toHaveCount(0)
    await picture(page, 'request-duplicated', { fullPage: true })

    await page.getByRole('button', { name: 'Cancel request' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to cancel this request?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for twice.')
    await dialog.getByRole('button', { name: 'Cancel request' }).click()
    await expect(dialog).toBeHidden()
    await expect(alert).toHaveCount(0)
    await expect(pageHeader(page)).toContainText('Canceled')
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Asked for twice.')
    await picture(page, 'request-canceled', { fullPage: true })

    await page.goto(`/patient-workflow/${testCase.id}`)
    await expect(requests.filter({ hasText: 'Duplicated' })).toHaveCount(0)
    await requests.filter({ hasText: 'Pending' }).getByRole('link').click()
    await expect(alert).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()
    await expect(step(page, 'Generate Tray').getByRole('button', { name: 'Start' })).toBeVisible()
  },
)
