import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../lib/api.ts'
import { namedRows, TestTable, type NamedRow } from '../../../test/given-table.tsx'
import { show } from '../../../test/show.tsx'
import { useRowSelection } from './row-selection.tsx'
import { TableFoot } from './table-foot.tsx'
import { opensRow } from './table-row.tsx'

const rows = namedRows('Ada', 'Grace', 'Rosalind')

const table = (props: Partial<Parameters<typeof TestTable<NamedRow>>[0]> = {}) => (
  <TestTable<NamedRow>
    columns={[
      { key: 'name', label: 'Name', orderBy: 'name', render: (row) => row.name },
      { key: 'more', label: 'More', render: (row) => <a href={`#${row.id}`}>Details</a> },
    ]}
    rows={rows}
    empty={{ title: 'No patients yet.', text: 'Start with a case.' }}
    {...props}
  />
)
const row = (name: string) => page.getByRole('row', { name: `${name} Details` })

test('j, k and the arrows walk from row to row, Enter opens one', async () => {
  const onOpen = vi.fn()
  await show(table({ onOpen }))
  await userEvent.keyboard('j')
  await expect.element(row('Ada')).toHaveFocus()
  await userEvent.keyboard('j{ArrowDown}')
  await expect.element(row('Rosalind')).toHaveFocus()
  await userEvent.keyboard('jk')
  await expect.element(row('Grace')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1])
})

test('letters that are typed are no steps', async () => {
  const screen = await show(
    <>
      <input aria-label="Search" />
      {table()}
    </>,
  )
  await screen.getByLabelText('Search').click()
  await userEvent.keyboard('jk')
  await expect.element(screen.getByLabelText('Search')).toHaveValue('jk')
  await expect.element(screen.getByLabelText('Search')).toHaveFocus()
})

test('a head sorts by its column, the other way the second time', async () => {
  const onSort = vi.fn()
  const screen = await show(table({ onSort }))
  const head = screen.getByRole('columnheader', { name: 'Name' })
  await expect.element(head).not.toHaveAttribute('aria-sort')
  await head.getByRole('button').click()
  expect(onSort).toHaveBeenLastCalledWith({ orderBy: 'name', order: 'asc' })
  await screen.rerender(table({ onSort, sorting: { orderBy: 'name', order: 'asc' } }))
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  expect(onSort).toHaveBeenLastCalledWith({ orderBy: 'name', order: 'desc' })
  await expect.element(screen.getByRole('columnheader', { name: 'More' }).getByRole('button')).not.toBeInTheDocument()
})

test('a click opens its row, or unfolds it; one on a link is the link’s', async () => {
  const [onOpen, toggle] = [vi.fn(), vi.fn()]
  const expanded = { ids: new Set([2]), toggle, render: (row: NamedRow) => <p>More of {row.name}</p> }
  const screen = await show(table({ onOpen }))
  await screen.getByText('Grace').click()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1])
  await row('Ada').getByRole('link').click()
  expect(onOpen).toHaveBeenCalledOnce()
  await screen.rerender(table({ onOpen, expanded }))
  await expect.element(screen.getByText('More of Grace')).toBeVisible()
  await screen.getByText('Ada').click()
  expect(toggle).toHaveBeenCalledExactlyOnceWith(1)
  expect(onOpen).toHaveBeenCalledOnce()
})

test('a table in an unfolded row is laid out like any other, without a head that sticks', async () => {
  const inner = (
    <table aria-label="Work">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Setup</th>
          <td>New</td>
        </tr>
      </tbody>
    </table>
  )
  const screen = await show(table({ expanded: { ids: new Set([1]), toggle: () => {}, render: () => inner } }))
  const topOf = (name: string) => screen.getByText(name, { exact: true }).element().getBoundingClientRect().top
  await expect.element(screen.getByRole('table', { name: 'Work' })).toBeVisible()
  expect(getComputedStyle(screen.getByRole('rowheader', { name: 'Setup' }).element()).position).toBe('static')
  expect(Math.abs(topOf('Setup') - topOf('New'))).toBeLessThan(3)
  expect(topOf('Setup')).toBeGreaterThan(topOf('Kind') + 10)
  await screen.unmount()
})

test('a row glows when it changed, not when another question is answered', async () => {
  const later = rows.map((each) => (each.id === 2 ? { ...each, updated_at: '2026-05-13' } : each))
  const glowing = () => [...document.querySelectorAll('[data-changed]')].map((each) => each.getAttribute('data-row'))
  const screen = await show(table({ question: 'all' }))
  await screen.rerender(table({ question: 'all', rows: later }))
  await expect.poll(glowing).toEqual(['2'])
  await expect.poll(glowing).toEqual([])
  const filtered = table({ question: 'rush', rows: rows.slice(0, 2) })
  await screen.rerender(table({ question: 'rush', rows: later, stale: true }))
  await screen.rerender(filtered)
  await expect.element(row('Rosalind')).not.toBeInTheDocument()
  expect(glowing()).toEqual([])
  await screen.rerender(table({ question: 'rush', rows: later.slice(0, 2) }))
  await expect.poll(glowing).toEqual(['2'])
  // Nor does it go on in the next question.
  await screen.rerender(table({ question: 'all', rows: later }))
  await expect.poll(glowing, { timeout: 500 }).toEqual([])
})

const nameOf = ({ name }: NamedRow) => name

/** The table with a selection that the test keeps; returns the names of what is selected. */
function Selecting({ of = rows, onOpen = () => {} }: { of?: NamedRow[]; onOpen?: (row: NamedRow) => void }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const select = (changed: NamedRow[], selected: boolean) =>
    setIds((now) => {
      const next = new Set(now)
      for (const { id } of changed)
        if (selected) next.add(id)
        else next.delete(id)
      return next
    })
  const selection = useRowSelection({ ids, select, nameOf })
  return (
    <>
      {table({ rows: of, onOpen, selection })}
      <output>{[...ids].toSorted((a, b) => a - b).join()}</output>
    </>
  )
}

test('rows are selected by their boxes, a range with Shift, the page by its head, and with x', async () => {
  const onOpen = vi.fn()
  const screen = await show(<Selecting onOpen={onOpen} />)
  const box = (name: string) => screen.getByRole('checkbox', { name })
  const all = box('Select all rows of this page')
  const selected = screen.getByRole('status')
  await box('Select Ada').click()
  await expect.element(selected).toHaveTextContent('1')
  await expect.element(box('Select Ada')).toBeChecked()
  await expect.element(all).toBePartiallyChecked()
  await box('Select Rosalind').click({ modifiers: ['Shift'] })
  await expect.element(selected).toHaveTextContent('1,2,3')
  await expect.element(all).toBeChecked()
  // A range is taken off as it is put on.
  await box('Select Grace').click({ modifiers: ['Shift'] })
  await expect.element(selected).toHaveTextContent('1')
  await all.click()
  await expect.element(selected).toHaveTextContent('1,2,3')
  await all.click()
  await expect.element(selected).toHaveTextContent('')
  // From a box, j leads into the rows; x is the focused row's.
  await userEvent.keyboard('j')
  const grace = screen.getByRole('row', { name: 'Select Grace Grace Details' })
  await userEvent.keyboard('j')
  await expect.element(grace).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(selected).toHaveTextContent('2')
  await expect.element(grace).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(selected).toHaveTextContent('')
  expect(onOpen).not.toHaveBeenCalled()
  await screen.getByText('Grace', { exact: true }).click()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1])
})

test('a range begins only at a row of the same page', async () => {
  const screen = await show(<Selecting />)
  await screen.getByRole('checkbox', { name: 'Select Ada' }).click()
  const next = ['Hopper', 'Lise'].map((name, at) => ({ id: at + 8, updated_at: '2026-05-12', name }))
  await screen.rerender(<Selecting of={next} />)
  await screen.getByRole('checkbox', { name: 'Select Lise' }).click({ modifiers: ['Shift'] })
  await expect.element(screen.getByRole('status')).toHaveTextContent('1,9')
})

test('rows that answer the question before are dimmed and said to be old', async () => {
  const screen = await show(table({ stale: true }))
  const list = screen.getByRole('table', { name: 'Patients' })
  await expect.element(list).toHaveAttribute('aria-busy', 'true')
  const opacity = () => getComputedStyle(list.element().querySelector('tbody')!).opacity
  await expect.poll(opacity).toBe('0.45')
  await screen.rerender(table())
  await expect.element(list).toHaveAttribute('aria-busy', 'false')
  await expect.poll(opacity).toBe('1')
})

test('a row draws itself again when its record changes or it is opened, not for what its neighbors do', async () => {
  const drawn: string[] = []
  // What is tested is drawn twice: React's strict mode.
  const taken = () => [...new Set(drawn.splice(0))].join()
  const columns = [
    {
      key: 'name',
      label: 'Name',
      render: (each: NamedRow, open: boolean) => {
        drawn.push(each.name)
        return open ? `${each.name}, open` : each.name
      },
    },
  ]
  const screen = await show(table({ columns }))
  expect(taken()).toBe('Ada,Grace,Rosalind')
  // The same records, as another answer of the server has them: in another order, as other objects.
  await screen.rerender(
    table({ columns, rows: structuredClone(rows).toReversed(), sorting: { orderBy: 'x', order: 'desc' } }),
  )
  expect(document.querySelector('tbody')).toHaveTextContent('RosalindGraceAda')
  expect(taken()).toBe('')
  await screen.rerender(
    table({ columns, rows: rows.map((each) => (each.id === 2 ? { ...each, name: 'Hopper' } : each)) }),
  )
  expect(taken()).toBe('Hopper')
  const expanded = { ids: new Set([3]), toggle: () => {}, render: () => null }
  await screen.rerender(table({ columns, expanded }))
  await expect.element(screen.getByText('Rosalind, open')).toBeVisible()
  expect(taken()).toBe('Grace,Rosalind')
})

test('says that it waits, that there is nothing, or what went wrong, with another try', async () => {
  const onRetry = vi.fn()
  const screen = await show(table({ rows: undefined }))
  await expect.element(screen.getByRole('table', { name: 'Patients' })).toHaveAttribute('aria-busy', 'true')
  await screen.rerender(table({ rows: [] }))
  await expect.element(screen.getByText('No patients yet.')).toBeVisible()
  await screen.rerender(table({ rows: undefined, error: new ApiError(500, 500, 'It is down.'), onRetry }))
  await expect.element(screen.getByRole('alert')).toMatchTextContent('It is down.')
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(onRetry).toHaveBeenCalledOnce()
})

test('on a phone its rows are items, opened by a tap', async () => {
  await page.viewport(390, 844)
  try {
    const onOpen = vi.fn()
    const screen = await show(table({ onOpen }))
    await expect.element(screen.getByRole('list', { name: 'Patients' })).toBeVisible()
    await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
    await screen.getByText('Rosalind').click()
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[2])
  } finally {
    await page.viewport(1280, 800)
  }
})

test('on a phone the link of a row covers it, but for its buttons', async () => {
  await page.viewport(390, 844)
  try {
    const renderItem = (row: { id: number }) => (
      <span>
        <a href={`#${row.id}`} {...opensRow}>
          Open {row.id}
        </a>
        <button type="button">Act on {row.id}</button>
      </span>
    )
    const screen = await show(table({ renderItem }))
    const item = screen.getByRole('listitem').first()
    await expect.element(item).toBeVisible()
    const { right, bottom } = item.element().getBoundingClientRect()
    expect(document.elementFromPoint(right - 20, bottom - 10)?.textContent).toMatch(/^Open \d+$/)
    const button = screen.getByRole('button').first().element()
    const { x, y } = button.getBoundingClientRect()
    expect(document.elementFromPoint(x + 4, y + 4)).toBe(button)
  } finally {
    await page.viewport(1280, 800)
  }
})

const meta = { page: 1, per_page: 50, last_page: 3, total: 1234, total_is_at_least: true, next: null }

test('the foot says which rows these are and leads to the others', async () => {
  const [onPage, onPageSize] = [vi.fn(), vi.fn()]
  const foot = (change: Partial<typeof meta>) => (
    <TableFoot meta={{ ...meta, ...change }} onPage={onPage} onPageSize={onPageSize} pageSizes={[25, 100]} />
  )
  const screen = await show(foot({}))
  const [before, next] = ['Previous page', 'Next page'].map((name) => screen.getByRole('button', { name }))
  await expect.element(screen.getByText('1–50 of more than 1,234')).toBeVisible()
  await expect.element(before!).toBeDisabled()
  await next!.click()
  expect(onPage).toHaveBeenLastCalledWith(2)
  // A page size in the address is listed among the others.
  await expect.element(screen.getByRole('combobox', { name: 'Rows' })).toMatchTextContent('2550100')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '100')
  expect(onPageSize).toHaveBeenLastCalledWith(100)
  await screen.rerender(foot({ page: 3, total: 120, total_is_at_least: false }))
  await expect.element(screen.getByText('101–120 of 120')).toBeVisible()
  await expect.element(next!).toBeDisabled()
  await before!.click()
  expect(onPage).toHaveBeenLastCalledWith(2)
})
