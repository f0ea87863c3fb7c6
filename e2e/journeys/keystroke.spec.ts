import { expect, test } from '../journey.ts'
import { fillCase } from '../people/doctor.ts'
import { watchRenders } from '../render-watch.ts'

/** The summary, which shows what is typed, and the field itself with its label. A form of ninety components has to do no more. */
const mostComponents = 6

test('a keystroke in the Rx form renders the field it changes, and no other', async ({ page, signIn, portal }) => {
  const takeRenders = await watchRenders(page)
  await signIn('harbor2')
  await page.goto(`/organizations/${await portal.organizationOf('harbor2')}/rx-forms/add`)
  await fillCase(page, { first: 'Rosalind', last: 'Franklin' })
  await expect(page.getByText('Draft saved')).toBeVisible()
  // From now on no draft is saved: its word "saved" would be a render of its own.
  await page.route(/\/rx_form_draft$/, () => {})
  const whole = await takeRenders()
  expect(whole.fields.length, 'the count sees the form').toBeGreaterThan(10)

  for (const [label, id] of [
    ['First name', 'first_name'],
    ['Case number', 'case_number_text'],
    ['Special instructions', 'special_instructions'],
  ] as const) {
    await page.getByRole('textbox', { name: label }).focus()
    // The first letter may change more: help goes, a problem is solved.
    await page.keyboard.type('A')
    // Scrolling to the field marks another part of the form in the index: that is not the keystroke's work.
    await expect.poll(async () => (await takeRenders()).commits).toBe(0)
    const began = performance.now()
    await page.keyboard.type('b')
    const { commits, components, fields } = await takeRenders()
    console.log(
      `    a keystroke in ${label}: ${commits} commit(s), ${components} components, ${(performance.now() - began).toFixed(0)} ms with the way to the browser`,
    )
    expect(fields, `fields rendered by a keystroke in ${label}`).toEqual([id])
    expect(commits).toBe(1)
    expect(components).toBeLessThanOrEqual(mostComponents)
  }
})
