import { seriousInBoth, seriousOn } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('a doctor pins comments to the setup and asks for changes; the technician works through them', async ({
  page,
  portal,
  signIn,
  browserOf,
  picture,
}) => {
  test.setTimeout(150_000)
  const tech = await portal.given.user('tech_support', ['Tina', 'Tech'])
  const testCase = await portal.given.case({ stage: 'awaiting_approval', tech })
  await signIn(testCase.practice.owner)
  await page.goto(`/patient-details/${testCase.id}`)
  const viewer = page.frameLocator('iframe')
  const canvas = viewer.getByRole('application', { name: /^Setup: upper arch/ })
  // The setup is processed by a job first.
  await expect(canvas).toBeVisible({ timeout: 60_000 })
  const tool = viewer.getByRole('button', { name: 'Pin a comment' })
  const form = viewer.getByRole('form', { name: 'Comment' })

  // By hand: the front teeth are in the middle of the picture.
  await tool.click()
  await expect(viewer.getByText('Click on the scan where your comment belongs.')).toBeVisible()
  const at = (await canvas.boundingBox())!
  await page.mouse.click(at.x + at.width - 30, at.y + at.height / 2)
  await expect(viewer.getByText('There is no scan at this place. Click on the scan.')).toBeVisible()
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2)
  await form.getByRole('textbox').fill('A little lower, p and 1 are words here')
  await picture(page, 'pin-form')
  expect(await seriousOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  const list = page.getByRole('region', { name: 'Comments on the scan' })
  await expect(list.getByRole('heading', { name: '1 open comment on the scan' })).toBeVisible()
  await expect(viewer.locator('.pin-mark:visible')).toHaveText('1')

  // By keyboard alone: Enter in the middle, Ctrl Enter saves, Escape gives up.
  await canvas.focus()
  for (let turn = 0; turn < 4; turn += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Rotate this one')
  await page.keyboard.press('Control+Enter')
  await expect(list.getByRole('heading', { name: '2 open comments on the scan' })).toBeVisible()
  await expect(canvas).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Never mind')
  // One that belongs elsewhere takes its words along.
  await page.mouse.click(at.x + at.width / 2 - 40, at.y + at.height / 2)
  await expect(form.getByRole('textbox')).toHaveValue('Never mind')
  // Another tool in the hand takes nothing away, and signing out asks first.
  await viewer.getByRole('button', { name: 'Measure', exact: true }).click()
  await expect(tool).toHaveAttribute('aria-pressed', 'false')
  await expect(form.getByRole('textbox')).toHaveValue('Never mind')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await viewer.getByRole('button', { name: 'Measure', exact: true }).click()
  await form.getByRole('textbox').press('Escape')
  await expect(form).toBeHidden()
  await expect(list.getByRole('listitem')).toHaveCount(2)

  // A message about a comment leads whoever reads it back to its place.
  await list.getByRole('button', { name: 'Write about comment 2' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.type('Can this one turn?')
  await page.keyboard.press('Control+Enter')
  const messages = page.getByRole('list', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Comment 2: Rotate this one' }).click()
  await expect(page.locator('iframe')).toBeInViewport()
  await canvas.focus()
  for (const inHand of ['true', 'false']) {
    await page.keyboard.press('p')
    await expect(tool).toHaveAttribute('aria-pressed', inHand)
  }
  await picture(page, 'pins-doctor', { fullPage: true })
  // Marks go with their arch.
  await page.keyboard.press('u')
  await expect(viewer.locator('.pin-mark:visible')).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(viewer.locator('.pin-mark:visible')).toHaveCount(2)

  await page.getByRole('button', { name: 'Ask for changes' }).click()
  const ask = page.getByRole('dialog', { name: 'What should be changed?' })
  await expect(ask.getByText('2 open comments on the scan go with it.')).toBeVisible()
  expect(await seriousInBoth(page)).toEqual([])
  await ask.getByRole('textbox', { name: /Changes/ }).fill('Please see the comments.')
  await ask.getByRole('button', { name: 'Ask for changes' }).click()
  await expect(ask).toBeHidden()

  // The technician, on the page of the work.
  const bench = await browserOf(tech)
  await bench.goto(`/patient-workflow/${testCase.id}`)
  const open = bench.getByRole('region', { name: 'Comments on the scan' })
  await expect(open.getByRole('listitem')).toHaveCount(2)
  const theirs = bench.frameLocator('iframe')
  await expect(theirs.getByRole('application', { name: /^Setup: upper arch, front view/ })).toBeVisible()
  await open.getByRole('button', { name: /Rotate this one/ }).click()
  await expect(theirs.locator('.pin-mark.chosen')).toHaveText('2')
  // It stands in the middle of what no control covers.
  const mark = theirs.locator('.pin-mark.chosen')
  const frame = (await theirs.getByRole('application').boundingBox())!
  await expect
    .poll(async () => {
      const box = (await mark.boundingBox())!
      return Math.abs(box.x + box.width / 2 - (frame.x + frame.width / 2))
    })
    .toBeLessThan(3)
  await picture(bench, 'pins-technician', { fullPage: true })
  expect(await seriousOn(bench)).toEqual([])
  await open.getByRole('checkbox', { name: 'Comment 1 is done' }).click()
  await expect(open.getByRole('heading', { name: '1 open comment on the scan' })).toBeVisible()
  await expect(theirs.locator('.pin-mark.done')).toHaveCount(1)

  // The doctor's open page follows, the picture too.
  await expect(list.getByRole('heading', { name: '1 open comment on the scan' })).toBeVisible()
  await expect(viewer.locator('.pin-mark.done')).toHaveCount(1)
  await list.getByText('1 done', { exact: true }).click()
  await expect(list.getByText(/done by Archwire Lab/)).toBeVisible()
  const toViewer = () => page.locator('iframe').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
  const panel = viewer.getByRole('region', { name: 'Comments' })
  await toViewer()
  await panel.getByRole('button', { name: '1 open, 1 done' }).click()
  await picture(page, 'pins-done', { fullPage: true })
  await toViewer()

  // An own comment is reworded, and removed for good.
  await panel.getByRole('button', { name: /^2 Rotate this one/ }).click()
  await panel.getByRole('button', { name: 'Edit' }).click()
  const edit = viewer.getByRole('form', { name: 'Comment 2' })
  await edit.getByRole('textbox').fill('Rotate this one by five degrees')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(list.getByText('Rotate this one by five degrees')).toBeVisible()
  await panel.getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByRole('button', { name: 'Keep' })).toBeFocused()
  await panel.getByRole('button', { name: 'Remove' }).click()
  await expect(list.getByRole('heading', { name: 'No open comments on the scan' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(canvas).toBeVisible()
  await toViewer()
  await panel.getByRole('button', { name: '1 done' }).click()
  await list.scrollIntoViewIfNeeded()
  await picture(page, 'pins-phone', { fullPage: true })
  await expectFitForPhone(page)
  await toViewer()
  await tool.click()
  await canvas.focus()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Save' })).toBeInViewport()
  await picture(page, 'pins-phone-form')
})
