import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { day, moment, money, number, percent, text, type Cell } from './source.ts'
import { writeReport } from './write-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archwire-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const columns = [text('Name'), number('Count'), money('Fee'), percent('Rate'), day('Day'), moment('Finished')]
async function* portionsOf(...portions: Cell[][][]) {
  yield* portions
}
const write = async (format: 'csv' | 'xlsx', portions: AsyncIterable<Cell[][]>) => {
  const path = join(folder, `report.${format}`)
  await writeReport(path, format, { title: 'Cases', columns, portions }, new AbortController().signal)
  return readFile(path)
}

it('a CSV file has a mark, a head, and each kind of cell in its form', async () => {
  const rows: Cell[][] = [
    ['Zoë, "A"', 2, 12.5, 0.9333, '2024-03-04', '2024-03-04 14:05'],
    [null, null, null, null, null, null],
  ]
  expect((await write('csv', portionsOf(rows.slice(0, 1), rows.slice(1)))).toString()).toBe(
    '\uFEFFName,Count,Fee,Rate,Day,Finished\r\n"Zoë, ""A""",2,12.50,93.3%,2024-03-04,2024-03-04 14:05\r\n,,,,,\r\n',
  )
})

it('another parser reads a workbook as it was written: texts, numbers, days and moments', async () => {
  const first: Cell[] = ['Zoë, "A" & <B>', 2, 12.5, 0.9333, '2024-03-04', '2024-03-04 14:05']
  const bytes = await write('xlsx', portionsOf([first], [[null, 7, null, null, null, null]]))
  expect(await readSheet(bytes)).toEqual([
    columns.map(({ title }) => title),
    ['Zoë, "A" & <B>', 2, 12.5, 0.9333, new Date('2024-03-04T00:00:00Z'), new Date('2024-03-04T14:05:00Z')],
    [null, 7, null, null, null, null],
  ])
})

it('a report without rows is a head', async () => {
  expect((await write('csv', portionsOf())).toString()).toBe('\uFEFFName,Count,Fee,Rate,Day,Finished\r\n')
  expect(await readSheet(await write('xlsx', portionsOf()))).toEqual([columns.map(({ title }) => title)])
})

it('no text is a formula: in a workbook it is a cell of text as it was typed (safety/csv)', async () => {
  const typed = [
    '=1+1',
    '=HYPERLINK("http://evil.test")',
    '+1+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '＝1+1',
    '=cmd|" /C calc"!A1',
    '_x003D_1+1',
  ]
  const rows = typed.map((name): Cell[] => [name, 1, 1, 1, null, null])
  const bytes = await write('xlsx', portionsOf(rows))
  expect((await readSheet(bytes, { trim: false })).slice(1).map(([name]) => name)).toEqual(typed)
  const csv = (await write('csv', portionsOf(rows))).toString()
  expect(csv).toContain(`"'=1+1",1`)
  expect(csv).not.toMatch(/(^|[,\n])"?[=+@-]/)
})

it.each(['csv', 'xlsx'] as const)(
  'what goes wrong behind the first portion is passed on as it is (%s)',
  async (format) => {
    const problem = new RangeError('canceled')
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [['A', 1, 1, 1, null, null]]
      throw problem
    }
    await expect(write(format, broken())).rejects.toBe(problem)
  },
)
