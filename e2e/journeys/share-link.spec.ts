import { seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'

test('a doctor shows the setup to a colleague by a link, and closes it', async ({
  page,
  browser,
  portal,
  signIn,
  watch,
  picture,
}) => {
  const testCase = await portal.given.case({ stage: 'awaiting_approval' })
  await signIn(testCase.practice.owner)
  await page.goto(`/patient-details/${testCase.id}`)
  // The setup is processed by a job first.
  await page.getByRole('button', { name: 'Share' }).click({ timeout: 60_000 })
  const dialog = page.getByRole('dialog', { name: 'Share: Setup' })
  await expect(dialog.getByText('This case has no links yet.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /Who it is for/ }).fill('Dr. Colleague')
  await dialog.getByText('30 days', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const url = await dialog.getByRole('status').getByRole('button').first().innerText()
  expect(url).toMatch(/\/shared\/[\w-]{43}/)
  await expect(dialog.getByText(/0 views · ends /)).toBeVisible()
  await picture(page, 'share-dialog')
  expect(await seriousOn(page)).toEqual([])

  // Somebody without an account, on a phone.
  const stranger = await (await browser.newContext({ viewport: { width: 390, height: 780 } })).newPage()
  await stranger.goto(new URL(new URL(url.trim().split(/\s/)[0]!).pathname, page.url()).href)
  const viewer = stranger.frameLocator('iframe')
  await expect(viewer.getByRole('application', { name: /^Setup: upper arch/ })).toBeVisible()
  // Comments are between the practice and the lab.
  await expect(viewer.getByRole('button', { name: 'Pin a comment' })).toBeHidden()
  // Figures can be taken, and stay on the screen: nothing of the case is asked for, nothing can be saved.
  await viewer.getByRole('button', { name: 'Measure', exact: true }).click()
  const measures = viewer.getByRole('region', { name: 'Measurements' })
  await expect(measures.getByText('A review aid, not for diagnosis or manufacture.')).toBeVisible()
  await viewer.getByRole('application').focus()
  await stranger.keyboard.press('Enter')
  await stranger.keyboard.press('Shift+ArrowRight')
  await stranger.keyboard.press('Enter')
  await expect(measures.getByRole('listitem')).toHaveCount(1)
  await expect(measures.getByRole('button', { name: /Save/ })).toHaveCount(0)
  await picture(stranger, 'shared-scene-measured')
  await viewer.getByRole('button', { name: 'Measure', exact: true }).click()
  await picture(stranger, 'shared-scene-phone')
  const words = `${await stranger.content()} ${await viewer.locator('body').innerText()}`
  for (const name of ['Ada', 'Case ', 'Practice', 'setup.stl', `C-${testCase.id}`]) expect(words).not.toContain(name)

  await page.reload()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(dialog.getByText(/1 view, last/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('dialog', { name: 'Close this link?' }).getByRole('button', { name: 'Close the link' }).click()
  await expect(dialog.getByText(/· closed ·/)).toBeVisible()

  watch.expect(/404 .*\/api\/v1\/shared_scenes\//)
  await stranger.reload()
  await expect(viewer.getByText('This link has expired or was closed. Ask the person who sent it')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await stranger.context().close()
})
