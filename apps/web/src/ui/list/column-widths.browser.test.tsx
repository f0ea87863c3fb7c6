import { IconBolt, IconPencil } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { namedRows, TestTable, type NamedRow } from '../../../test/given-table.tsx'
import { show } from '../../../test/show.tsx'
import { Tag } from '../badges.tsx'
import { NameCell, TextCell } from './cells.tsx'
import type { Column } from './data-table.tsx'

const table = (props: Pick<Parameters<typeof TestTable<NamedRow>>[0], 'columns' | 'heading'>) => (
  <TestTable rows={namedRows('Ada', 'Grace', 'Rosalind')} {...props} />
)

test.each([
  { width: 1440, height: 40 },
  { width: 1280, height: 40 },
  { width: 1024, height: 52 },
])('rows have one height at $width pixels, and all columns fit', async ({ width, height }) => {
  const before = { width: window.innerWidth, height: window.innerHeight }
  await page.viewport(width, 800)
  const long = 'A practice with a name that no column of this table has room for, and its doctor'
  const screen = await show(
    table({
      columns: [
        { key: 'name', label: 'Name', render: (row) => row.name },
        { key: 'practice', label: 'Practice', render: (row) => (row.id === 2 ? long : 'Summit'), from: 'laptop' },
        ...Array.from({ length: 9 }, (_, at) => ({ key: `more-${at}`, label: 'More', width: 150, render: () => long })),
        { key: 'menu', label: 'Menu', width: '52px', render: () => <button type="button">…</button> },
      ],
    }),
  )
  const heights = () => [...document.querySelectorAll('[data-row]')].map((each) => each.getBoundingClientRect().height)
  await expect.poll(heights).toEqual([height, height, height])
  const box = screen.getByRole('table').element().getBoundingClientRect()
  expect(box.right).toBeLessThanOrEqual(document.documentElement.clientWidth)
  const menu = screen.getByRole('columnheader', { name: 'Menu' }).element().getBoundingClientRect()
  expect(Math.round(menu.width)).toBe(52)
  expect(menu.right).toBeLessThanOrEqual(box.right + 1)
  await page.viewport(before.width, before.height)
})

test('a cell that is cut shows its whole text on hover, and no title when it is not', async () => {
  const long = 'A practice with a name that no column of this table has room for'
  const columns: Column<NamedRow>[] = [
    {
      key: 'name',
      label: 'Name',
      width: 200,
      render: (row) => (
        <NameCell name={<a href={`#${row.id}`}>{row.name}</a>}>
          <small>C-{row.id}</small>
          <span>{row.id === 3 && long}</span>
        </NameCell>
      ),
    },
    {
      key: 'practice',
      label: 'Practice',
      width: 200,
      render: ({ id }) => <TextCell beside="Elena Marsh">{id === 2 ? long : 'Summit'}</TextCell>,
    },
    { key: 'rest', label: 'Rest', render: () => null },
  ]
  const screen = await show(table({ columns }))
  const cell = (name: string, at: number) =>
    screen
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('cell')
      .nth(at)
  await userEvent.hover(cell('Grace', 1))
  await expect.element(cell('Grace', 1)).toHaveAttribute('title', `${long} · Elena Marsh`)
  await userEvent.hover(cell('Rosalind', 0))
  await expect.element(cell('Rosalind', 0)).toHaveAttribute('title', `Rosalind · C-3 · ${long}`)
  await userEvent.hover(cell('Ada', 0))
  await userEvent.hover(cell('Ada', 1))
  await expect.element(cell('Ada', 0)).not.toHaveAttribute('title')
  await expect.element(cell('Ada', 1)).not.toHaveAttribute('title')
})

test('a name and its number are cut last, the last tag first', async () => {
  const name = 'Underwood-Castellanos, Katherine'
  const tags = ['Rush', 'Recently Updated']
  const columns: Column<NamedRow>[] = [
    {
      key: 'name',
      label: 'Name',
      width: 380,
      render: ({ id }) => (
        <NameCell name={<a href={`#${id}`}>{name}</a>}>
          <small>C-{id}</small>
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </NameCell>
      ),
    },
    { key: 'rest', label: 'Rest', render: () => null },
  ]
  const screen = await show(table({ columns }))
  const row = screen.getByRole('row', { name: /C-1/ })
  const isWhole = (text: string) => {
    const { scrollWidth, clientWidth } = row.getByText(text, { exact: true }).element() as HTMLElement
    return scrollWidth <= clientWidth
  }
  expect([name, 'C-1', 'Rush'].map((text) => [text, isWhole(text)])).toEqual([
    [name, true],
    ['C-1', true],
    ['Rush', true],
  ])
  expect(isWhole('Recently Updated')).toBe(false)
})

test('a tag with an icon is whole or its icon alone, and a name and its number are cut after all of them', async () => {
  const columns = (width: number): Column<NamedRow>[] => [
    {
      key: 'name',
      label: 'Name',
      width,
      render: ({ id }) => (
        <NameCell name={<a href={`#${id}`}>Underwood, Mateo</a>}>
          <small>Un 7283</small>
          <Tag icon={IconBolt}>Rush</Tag>
          <Tag icon={IconPencil}>Changes asked</Tag>
        </NameCell>
      ),
    },
    { key: 'rest', label: 'Rest', render: () => null },
  ]
  const screen = await show(table({ columns: columns(420) }))
  const row = screen.getByRole('row', { name: /Un 7283/ }).first()
  /** What of a row is seen: its words may have wrapped out of sight. */
  const seen = () =>
    ['Underwood, Mateo', 'Un 7283', 'Rush', 'Changes asked'].filter((text) => {
      const found = row.getByText(text, { exact: true }).element() as HTMLElement
      const box = found.getBoundingClientRect()
      const clip = found.closest('[data-icon]')?.getBoundingClientRect() ?? box
      return found.scrollWidth <= found.clientWidth + 1 && box.top < clip.bottom && box.right <= clip.right + 1
    })
  const icons = () => row.element().querySelectorAll('[data-icon] > svg').length
  expect(seen()).toEqual(['Underwood, Mateo', 'Un 7283', 'Rush', 'Changes asked'])
  for (const [width, whole] of [
    [320, ['Underwood, Mateo', 'Un 7283', 'Rush']],
    [270, ['Underwood, Mateo', 'Un 7283']],
    [210, ['Un 7283']],
  ] as const) {
    await screen.rerender(table({ columns: columns(width) }))
    await expect.poll(seen).toEqual(whole)
    expect(icons()).toBe(2)
    for (const icon of row.element().querySelectorAll<SVGElement>('[data-icon] > svg'))
      expect(icon.getBoundingClientRect().right).toBeLessThanOrEqual(
        icon.parentElement!.getBoundingClientRect().right + 1,
      )
  }
  // Words that are not seen are still heard.
  await expect.element(row).toHaveAccessibleName(/Changes asked/)
})

test('a line across the table takes no room from its columns, also where the window hides some', async () => {
  const before = { width: window.innerWidth, height: window.innerHeight }
  await page.viewport(1280, 800)
  const columns: Column<NamedRow>[] = [
    { key: 'name', label: 'Name', render: (row) => row.name },
    { key: 'modified', label: 'Modified', width: 120, render: () => '1 h ago', from: 'desktop' },
    { key: 'menu', label: 'Menu', width: '52px', render: () => '…' },
  ]
  const screen = await show(table({ columns }))
  const rightOf = () => screen.getByRole('columnheader', { name: 'Menu' }).element().getBoundingClientRect().right
  await expect.element(screen.getByRole('columnheader', { name: 'Menu' })).toBeVisible()
  const without = rightOf()
  await screen.rerender(table({ columns, heading: (_, last) => (last ? null : <p>Across</p>) }))
  await expect.element(screen.getByText('Across')).toBeVisible()
  expect(rightOf()).toBe(without)
  await page.viewport(before.width, before.height)
})
