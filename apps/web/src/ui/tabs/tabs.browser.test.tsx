import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { Tabs, type Tab } from './tabs.tsx'

const tabs: Tab[] = [
  { value: '0', label: 'User', render: () => <p>Name and email</p> },
  { value: '1', label: 'Organization', render: () => <p>Practice</p> },
  { value: '2', label: 'Payment', shown: false, render: () => <p>Cards</p> },
  { value: '4', label: 'Invoices', shown: true, render: () => <p>Open invoices</p> },
]

/** A page with tabs and an address of its own, which it shows below itself. */
function Screen({ first, of = tabs }: { first?: string; of?: Tab[] }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <Tabs label="Account" tabs={of} value={value} onChange={setValue} />
      <output aria-label="Address">{`?tab=${value ?? ''}`}</output>
    </>
  )
}
const tab = (name: string) => page.getByRole('tab', { name })
const address = page.getByRole('status', { name: 'Address' })
const panel = page.getByRole('tabpanel')

test('shows those that exist, and the one that the address names', async () => {
  await show(<Screen first="4" />)
  await expect.element(page.getByRole('tablist', { name: 'Account' })).toBeVisible()
  expect(
    page
      .getByRole('tab')
      .elements()
      .map((element) => element.textContent),
  ).toEqual(['User', 'Organization', 'Invoices'])
  await expect.element(tab('Invoices')).toHaveAttribute('aria-selected', 'true')
  await expect.element(panel).toHaveTextContent('Open invoices')
  await expect.element(panel).toHaveAccessibleName('Invoices')
})

test.each([undefined, '2', '9', 'x'])('an address with tab %s opens the first', async (first) => {
  await show(<Screen first={first} />)
  await expect.element(tab('User')).toHaveAttribute('aria-selected', 'true')
  await expect.element(panel).toHaveTextContent('Name and email')
  await expect.element(page.getByText('Cards')).not.toBeInTheDocument()
})

test('a click opens a tab, and only its part is on the page', async () => {
  await show(<Screen />)
  await tab('Organization').click()
  await expect.element(panel).toHaveTextContent('Practice')
  await expect.element(page.getByText('Name and email')).not.toBeInTheDocument()
  await expect.element(address).toHaveTextContent('?tab=1')
})

test('arrows open the next tab, round the ends; Home and End lead to the ends, Enter opens', async () => {
  await show(<Screen />)
  await tab('User').click()
  for (const [key, name, at] of [
    ['{ArrowRight}', 'Organization', '1'],
    ['{ArrowRight}', 'Invoices', '4'],
    ['{ArrowRight}', 'User', '0'],
    ['{ArrowLeft}', 'Invoices', '4'],
    ['{Home}{Enter}', 'User', '0'],
    ['{End}{Enter}', 'Invoices', '4'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect.element(address).toHaveTextContent(`?tab=${at}`)
  }
})

test('a single tab stands without a row', async () => {
  await show(<Screen of={tabs.map((tab) => ({ ...tab, shown: tab.value === '0' }))} />)
  await expect.element(page.getByText('Name and email')).toBeVisible()
  await expect.element(page.getByRole('tablist')).not.toBeInTheDocument()
})

test('a tab that is taken away while it is open gives way to the first', async () => {
  const screen = await show(<Screen first="4" />)
  await expect.element(panel).toHaveTextContent('Open invoices')
  await screen.rerender(<Screen of={tabs.map((tab) => ({ ...tab, shown: tab.value < '2' }))} />)
  await expect.element(tab('User')).toHaveAttribute('aria-selected', 'true')
  await expect.element(panel).toHaveTextContent('Name and email')
})

test('on a phone the row scrolls by itself, and the open tab is in view', async () => {
  const many = Array.from({ length: 9 }, (_, at): Tab => ({
    value: String(at),
    label: `Settings ${at}`,
    render: () => <p>Part {at}</p>,
  }))
  await page.viewport(390, 700)
  await show(<Screen of={many} first="8" />)
  await expect.element(tab('Settings 8')).toBeVisible()
  const box = tab('Settings 8').element().getBoundingClientRect()
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(391)
  expect(box.height).toBeGreaterThanOrEqual(42)
  const list = page.getByRole('tablist').element()
  expect(list.scrollWidth).toBeGreaterThan(list.clientWidth)
})

test('many tabs stand in a column beside the open part where there is room, else in the row', async () => {
  await page.viewport(1440, 900)
  await show(<Tabs label="Account" side tabs={tabs} value={undefined} onChange={() => {}} />)
  const list = page.getByRole('tablist')
  await expect.element(list).toHaveAttribute('aria-orientation', 'vertical')
  const [first, last] = [tab('User'), tab('Invoices')].map((each) => each.element().getBoundingClientRect())
  expect(last!.left).toBe(first!.left)
  expect(panel.element().getBoundingClientRect().left).toBeGreaterThan(first!.right)
  await tab('User').click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(tab('Organization')).toHaveFocus()
  await page.viewport(390, 700)
  await expect.element(list).toHaveAttribute('aria-orientation', 'horizontal')
})
