import type { Page } from '@playwright/test'
import { seriousInBoth, seriousOn } from '../axe.ts'
import { casesIn, expect, test, type Portal } from '../journey.ts'
import { scanCode } from '../people/scanner-gun.ts'
import { nextStep, openMyWork, shipFirst, workOn } from '../people/worker.ts'

const printing = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const
const caseOf = (page: Page, patient: string) => casesIn(page).filter({ hasText: patient })
const chooseFor = async (page: Page, patient: string, entry: string) => {
  await page.getByRole('button', { name: `Actions for ${patient}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Of one practice: a print and a setup that no one has, and a setup of another impression. */
async function givenWork(portal: Portal) {
  const { given } = portal
  const practice = await given.practice()
  const named = (last_name: string) => ({ first_name: 'Ada', last_name, impression_type: 1 as const })
  const quartz = await given.case({
    practice,
    stage: 'approved',
    form: { ...named('Quartz'), ...printing },
  })
  const beryl = await given.case({ practice, form: named('Beryl') })
  await given.case({ practice, form: { ...named('Opal'), impression_type: 2 } })
  await shipFirst(portal, beryl)
  return { practice, quartz, beryl }
}

test('the lab shares out its work: a link with filters, a glance; two technicians do it', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const { given } = portal
  const { practice, quartz, beryl } = await givenWork(portal)
  // The choice of technicians is ordered by last name, and shows the first hundred.
  const technician = await given.user('tech_support', ['Tessa', 'Aalto'])
  const tessa = await browserOf(technician)
  const theo = await browserOf(await given.user('tech_support', ['Theo', 'Aaron']))
  await signIn(await given.user('supervisor', ['Sara', 'Abram']))

  await test.step('a link from a colleague: what no one has of one practice, by impression', async () => {
    const filters = `queryOrganization=${practice.id}&filter[unassigned_only]=1&filter[impression_type]=1`
    await page.goto(`/patients-page?${filters}`)
    await expect(casesIn(page)).toHaveCount(2)
    await expect(caseOf(page, 'Quartz, Ada')).toContainText('Unassigned')
    await expect(caseOf(page, 'Beryl, Ada')).toContainText('Unassigned')
    for (const filter of ['Unassigned', 'Impression', 'Practice'])
      await expect(page.getByRole('button', { name: `Clear ${filter}`, exact: true })).toBeVisible()
  })

  await test.step('the work of each kind, and the practice at a glance', async () => {
    await page.getByRole('button', { name: 'Actions for Quartz, Ada' }).click()
    const entry = page.getByRole('menuitem', { name: 'Show More' })
    await expect(entry).toBeVisible()
    expect(await seriousInBoth(page)).toEqual([])
    await entry.click()
    const work = page.getByRole('table', { name: 'Work' })
    await expect(work.getByRole('row', { name: /^Setup / })).toContainText('Completed')
    await expect(work.getByRole('row', { name: /^Print / })).toContainText('Generate Tray')
    await expect(work.getByRole('row', { name: /^Print / })).toContainText('Unassigned')
    const head = await work.getByRole('columnheader', { name: 'Status' }).boundingBox()
    const first = await work.getByRole('cell', { name: 'Completed' }).boundingBox()
    expect(head!.y + head!.height, 'the head is above the rows').toBeLessThanOrEqual(first!.y)
    await caseOf(page, 'Quartz, Ada')
      .getByRole('button', { name: / at a glance$/ })
      .click()
    const glance = page.getByRole('dialog', { name: / at a glance$/ })
    await expect(glance.getByRole('link', { name: /^Practice / })).toBeVisible()
    for (const words of [/^Users\s*4$/, /^Patients\s*3$/, /^Payment\s*–$/, /^Onboarding\s*–$/])
      await expect(glance.locator('dl > div').filter({ hasText: words })).toHaveCount(1)
    expect(await seriousInBoth(page)).toEqual([])
    await picture(page, 'lab-list-glance')
    await page.keyboard.press('Escape')
    await expect(glance).toBeHidden()
    await chooseFor(page, 'Quartz, Ada', 'Hide')
    await expect(work).toHaveCount(0)
  })

  await test.step('a print is given to a technician, who sees it at once', async () => {
    await openMyWork(tessa)
    await expect(tessa.getByText('Nothing is assigned to you.')).toBeVisible()
    await chooseFor(page, 'Quartz, Ada', 'Assign technician')
    const dialog = page.getByRole('dialog', { name: 'Technician of Quartz, Ada' })
    await dialog.getByRole('option', { name: 'Tessa Aalto', exact: true }).click()
    await expect(dialog).toBeHidden()
    // It is no longer unassigned.
    await expect(casesIn(page)).toHaveCount(1)
    await expect(workOn(tessa, 'Mine', quartz)).toContainText('0 of 10 steps')
  })

  await test.step('the technician does one step after the other, the last one by scanner', async () => {
    const print = workOn(tessa, 'Mine', quartz)
    await nextStep(print, 'Start Generate Tray').click()
    await nextStep(print, 'Finish Generate Tray, start Generate QA').click()
    const third = nextStep(print, 'Finish Generate QA, start Build Print Job')
    await expect(third).toBeEnabled()
    await tessa.getByRole('heading', { level: 1 }).click()
    await expect(third).not.toBeFocused()
    await scanCode(tessa, `C-${quartz.id}`)
    await expect(third, 'the first scan selects').toBeFocused()
    await expect(print).toContainText('1 of 10 steps')
    await picture(tessa, 'my-work')
    await scanCode(tessa, `C-${quartz.id}`)
    await expect(nextStep(print, 'Finish Build Print Job, start Create Label')).toBeVisible()
    await expect(print).toContainText('2 of 10 steps')
    expect(await seriousOn(tessa)).toEqual([])
  })

  await test.step('another technician takes what is available: it is no one else’s', async () => {
    await openMyWork(theo)
    await expect(workOn(tessa, 'Available', beryl)).toBeVisible()
    await expect(workOn(theo, 'Available', quartz)).toHaveCount(0)
    await nextStep(workOn(theo, 'Available', beryl), 'Start Received').click()
    await expect(workOn(theo, 'Mine', beryl)).toContainText('0 of')
    await expect(workOn(theo, 'Available', beryl)).toHaveCount(0)
    await expect(workOn(tessa, 'Available', beryl)).toHaveCount(0)
  })

  await test.step('the list shows who has what', async () => {
    await page.getByRole('button', { name: 'Clear Unassigned', exact: true }).click()
    await expect(casesIn(page)).toHaveCount(2)
    await expect(caseOf(page, 'Quartz, Ada')).toContainText('Tessa Aalto')
    await expect(caseOf(page, 'Quartz, Ada')).toContainText('Build Print Job')
    await expect(caseOf(page, 'Beryl, Ada')).toContainText('Theo Aaron')
  })
})
