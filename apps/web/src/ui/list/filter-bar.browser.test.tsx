import { useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ChoiceChip, SelectChip, TextChip, ToggleChip } from './filter-chips.tsx'
import { StatusTabs } from './status-tabs.tsx'

const button = (name: string) => page.getByRole('button', { name })

/** Keeps a filter's value, as the address does. */
function Kept({
  initial = '',
  children,
}: {
  initial?: string
  children: (value: string, set: (value: string) => void) => ReactNode
}) {
  const [value, setValue] = useState(initial)
  return (
    <>
      {children(value, setValue)}
      <output aria-label="Filter">{value}</output>
    </>
  )
}
const kept = page.getByRole('status', { name: 'Filter' })
const options = ['Trays', 'Guides', 'Brackets'].map((label, at) => ({ id: at + 1, label }))

test('the list is asked once typing rests, or at once with Enter', async () => {
  const onSearch = vi.fn()
  const bar = (delayMs: number) => (
    <FilterBar
      search=""
      placeholder="Search patients"
      onSearch={onSearch}
      delayMs={delayMs}
      active={0}
      onReset={() => {}}
    />
  )
  const screen = await show(bar(60_000))
  const search = screen.getByRole('searchbox', { name: 'Search patients' })
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('Ada')
  await expect.element(search).toHaveValue('Ada')
  expect(onSearch).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSearch).toHaveBeenLastCalledWith('Ada')
  await screen.rerender(bar(20))
  await userEvent.keyboard(' L ')
  await expect.poll(() => onSearch).toHaveBeenLastCalledWith('Ada L')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onSearch).toHaveBeenLastCalledWith('')
  await expect.element(search).toHaveValue('')
})

test('Reset is there from the first filter on', async () => {
  const onReset = vi.fn()
  const bar = (active: number) => (
    <FilterBar search="" placeholder="Search" onSearch={() => {}} active={active} onReset={onReset} />
  )
  const screen = await show(bar(0))
  await expect.element(button('Reset')).not.toBeInTheDocument()
  await screen.rerender(bar(1))
  await button('Reset').click()
  expect(onReset).toHaveBeenCalledOnce()
})

test('a chip of choices opens its picker, says what is chosen, and is cleared', async () => {
  await show(<Kept>{(value, set) => <ChoiceChip label="Made" options={options} value={value} onChange={set} />}</Kept>)
  await button('Made').click()
  await page.getByRole('checkbox', { name: 'Brackets' }).click()
  await page.getByRole('checkbox', { name: 'Trays' }).click()
  await expect.element(kept).toMatchTextContent('1,3')
  await expect.element(button('Made: Trays, Brackets')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Guides' }).click()
  await expect.element(button('Made: 3 chosen')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('checkbox', { name: 'Guides' })).not.toBeInTheDocument()
  await button('Clear Made').click()
  await expect.element(kept).toBeEmptyDOMElement()
})

test('a chip of one choice closes with it, a text is applied with Enter', async () => {
  await show(
    <>
      <Kept initial="2">
        {(value, set) => <SelectChip label="Made" options={options} value={value} onChange={set} />}
      </Kept>
      <Kept>{(value, set) => <TextChip label="Doctor" value={value} onChange={set} />}</Kept>
    </>,
  )
  await button('Made: Guides').click()
  await page.getByRole('radio', { name: 'Brackets' }).click()
  await expect.element(button('Made: Brackets')).toBeVisible()
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
  await button('Doctor').click()
  await expect.element(page.getByRole('textbox', { name: 'Doctor contains' })).toHaveFocus()
  await userEvent.keyboard(' Okafor {Enter}')
  await expect.element(button('Doctor: Okafor')).toBeVisible()
})

test('tabs show one state at a time, with how many are in it', async () => {
  const onChange = vi.fn()
  const tabs = [
    { value: '', label: 'All', count: 1234 },
    { value: 'hold', label: 'On hold' },
  ]
  await show(
    <>
      <StatusTabs label="Status" tabs={tabs} value="" onChange={onChange} />
      <ToggleChip label="Rush" on onChange={onChange} />
    </>,
  )
  await expect.element(page.getByRole('group', { name: 'Status' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^All ?1,234$/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('On hold')).toHaveAttribute('aria-pressed', 'false')
  await button('On hold').click()
  expect(onChange).toHaveBeenLastCalledWith('hold')
  await expect.element(button('Rush')).toHaveAttribute('aria-pressed', 'true')
  await button('Rush').click()
  expect(onChange).toHaveBeenLastCalledWith(false)
})
