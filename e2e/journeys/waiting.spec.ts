import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for the lab' })
const card = (page: Page, label: string) => waiting(page).getByRole('link', { name: new RegExp(`^${label}\\b`) })
const numberOn = async (page: Page, label: string): Promise<number> => {
  const text = card(page, label).getByRole('strong')
  await expect(text).toHaveText(/^\d+$/)
  return Number(await text.innerText())
}
/** The total that a list says at its foot; 0 when it is empty. */
async function totalOf(page: Page): Promise<number> {
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible()
  const foot = page.getByText(/^\d+–\d+ of \d+$/)
  const empty = page.getByText('No case matches.')
  await expect(foot.or(empty)).toBeVisible()
  return (await empty.isVisible()) ? 0 : Number((await foot.innerText()).split(' of ')[1])
}

test('the lab’s home says what waits, and each number leads to its cases', async ({
  page,
  portal,
  signIn,
  watch,
  picture,
}) => {
  const practice = await portal.given.practice()
  await portal.given.case({ practice, form: { last_name: 'Untaken' } })
  await portal.given.case({ practice, held: true, form: { last_name: 'Heldback' } })
  await signIn('supervisor')
  await page.goto('/dashboard')
  for (const [label, key] of [
    ['Late', 'late_only'],
    ['Unassigned', 'unassigned_only'],
    ['On hold', 'only_on_hold'],
  ] as const) {
    const number = await numberOn(page, label)
    await card(page, label).click()
    await expect(page).toHaveURL(new RegExp(`/patients-page\\?.*${key}\\]=1`))
    expect([label, await totalOf(page)]).toEqual([label, number])
    await page.goBack()
  }

  await test.step('they change by themselves', async () => {
    const before = await numberOn(page, 'On hold')
    await portal.given.case({ practice, held: true })
    await expect(card(page, 'On hold').getByRole('strong')).toHaveText(String(before + 1))
  })
  await test.step('the filter is a chip that can be removed', async () => {
    await card(page, 'Unassigned').click()
    await expect(casesIn(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'Clear Unassigned' }).click()
    await expect(page).toHaveURL(/\/patients-page$/)
    await goWithin(page, '/dashboard')
    await numberOn(page, 'On hold')
    await picture(page, 'dashboard-waiting')
    expect(await seriousInBoth(page)).toEqual([])
  })
  await test.step('what failed says so, and tries again', async () => {
    watch.expect(/503 .*\/patients\/waiting$/)
    await page.route('**/patients/waiting*', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    await page.unroute('**/patients/waiting*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await numberOn(page, 'Late')
  })
})

test('a doctor sees at the tab what waits for an approval; an assistant does not approve', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  const practice = await portal.given.practice()
  await portal.given.case({ practice })
  const tab = (at: Page) => at.getByRole('button', { name: /^Awaiting Approval/ })
  await signIn(practice.owner)
  await page.goto('/patients')
  await expect(casesIn(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(tab(page)).not.toHaveAttribute('data-waiting')
  await portal.given.case({ practice, stage: 'awaiting_approval' })
  await expect(tab(page)).toHaveAttribute('data-waiting', 'true')
  await picture(page, 'practice-waiting')
  const assistant = await browserOf(practice.assistant)
  await assistant.goto('/patients')
  await expect(tab(assistant)).toHaveText(/1$/)
  await expect(tab(assistant)).not.toHaveAttribute('data-waiting')
})
