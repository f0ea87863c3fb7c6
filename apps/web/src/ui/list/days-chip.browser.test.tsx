import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { DaysChip } from './days-chip.tsx'

const today = '2026-05-21'

/** Keeps the filter's value, as the address does. */
function Kept({ initial = '', max }: { initial?: string; max?: string }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <DaysChip label="Sent" value={value} onChange={setValue} today={today} max={max} />
      <output aria-label="Filter">{value}</output>
    </>
  )
}
const kept = page.getByRole('status', { name: 'Filter' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const [from, to] = ['From', 'To'].map((name) => page.getByRole('textbox', { name })) as [
  ReturnType<typeof page.getByRole>,
  ReturnType<typeof page.getByRole>,
]

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T12:00:00Z`) }))
afterEach(() => void vi.useRealTimers())

test('days are typed as people write them, shown as the portal does, and applied with Enter', async () => {
  await show(<Kept />)
  await button('Sent').click()
  await expect.element(from).toHaveFocus()
  await userEvent.keyboard('5/4{Tab}')
  await expect.element(from).toHaveValue('Mon, May 4, 2026')
  await expect.element(to).toHaveFocus()
  await userEvent.keyboard('2026-05-12{Enter}')
  await expect.element(kept).toMatchTextContent('2026-05-04,2026-05-12')
  const chip = button('Sent: Mon, May 4 – Tue, May 12')
  await expect.element(chip).toHaveFocus()
  await chip.click()
  await expect.element(from).toHaveValue('Mon, May 4, 2026')
  await expect.element(to).toHaveValue('Tue, May 12, 2026')
})

test('one end may be open; both empty end the filter', async () => {
  await show(<Kept initial="2026-05-04," />)
  await button('Sent: from Mon, May 4').click()
  await expect.element(from).toHaveFocus()
  await from.fill('')
  await to.fill('may 12')
  await userEvent.keyboard('{Enter}')
  await expect.element(kept).toMatchTextContent(/^,2026-05-12$/)
  await button('Sent: until Tue, May 12').click()
  await expect.element(from).toHaveFocus()
  await to.fill('')
  await button('Apply').click()
  await expect.element(kept).toBeEmptyDOMElement()
})

test('what is no date is said once the field is left, and is not applied', async () => {
  await show(<Kept />)
  await button('Sent').click()
  await expect.element(from).toHaveFocus()
  await userEvent.keyboard('13/5')
  await expect.element(from).toHaveAttribute('aria-invalid', 'false')
  await userEvent.keyboard('{Tab}')
  await expect
    .element(from)
    .toHaveAccessibleDescription('This is not a date. Write it like Thu, May 21, 2026 or 05/21/2026.')
  await expect.element(from).toHaveValue('13/5')
  await button('Apply').click()
  await expect.element(from).toHaveFocus()
  await expect.element(kept).toBeEmptyDOMElement()
})

test('From after To is said, and so is a day after the last one that can be meant', async () => {
  await show(<Kept max={today} />)
  await button('Sent').click()
  await expect.element(from).toHaveFocus()
  await from.fill('5/12/2026')
  await to.fill('5/4/2026')
  await userEvent.keyboard('{Enter}')
  await expect.element(to).toHaveFocus()
  await expect.element(to).toHaveAccessibleDescription('To is before From.')
  await to.fill('5/22/2026')
  await expect.element(to).toHaveAccessibleDescription('The latest date is Thu, May 21, 2026.')
  // Without a year it is that of the year before.
  await to.fill('5/22')
  await expect.element(to).toHaveAccessibleDescription('To is before From.')
  await to.fill('5/20')
  await userEvent.keyboard('{Enter}')
  await expect.element(kept).toMatchTextContent('2026-05-12,2026-05-20')
})

test('what was partly typed is still there when the panel is closed and opened', async () => {
  await show(<Kept />)
  await button('Sent').click()
  await expect.element(from).toHaveFocus()
  await userEvent.keyboard('May 1{Tab}may{Escape}')
  await expect.element(to).not.toBeInTheDocument()
  await button('Sent').click()
  await expect.element(from).toHaveValue('Fri, May 1, 2026')
  await expect.element(to).toHaveValue('may')
})

test('the calendar fills From, then To; the keyboard walks it', async () => {
  await show(<Kept initial="2026-04-20," max={today} />)
  await button('Sent: from Mon, Apr 20').click()
  await expect.element(from).toHaveFocus()
  await expect.element(button('20 April 2026')).toBeVisible()
  await from.fill('May 6')
  await expect.element(page.getByRole('group', { name: 'Calendar for From' })).toBeVisible()
  await expect.element(button('22 May 2026')).toBeDisabled()
  button('6 May 2026').element().focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await expect.element(from).toHaveValue('Thu, May 7, 2026')
  await expect.element(page.getByRole('group', { name: 'Calendar for To' })).toBeVisible()
  await button('20 May 2026').click()
  await expect.element(to).toHaveValue('Wed, May 20, 2026')
  await expect.element(button('12 May 2026')).toHaveAttribute('data-in-range')
  await to.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(kept).toMatchTextContent('2026-05-07,2026-05-20')
})

test('in a window that is too low for it, the panel is scrolled to', async () => {
  await page.viewport(390, 620)
  await show(
    <div style={{ padding: '300px 0 0 10px' }}>
      <Kept />
    </div>,
  )
  await button('Sent').click()
  await expect
    .poll(() => button('Apply').query()?.getBoundingClientRect().bottom ?? Infinity)
    .toBeLessThanOrEqual(window.innerHeight)
  await page.viewport(1280, 800)
})
