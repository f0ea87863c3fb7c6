import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { csvOf, csvRows, textCell } from '@archwire/contract/core/csv.ts'
import type { ReportFormat } from '@archwire/contract/reports/kinds.ts'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, Column } from './source.ts'

interface Sheet {
  title: string
  columns: readonly Column[]
  portions: AsyncIterable<Cell[][]>
}

/** Writes rows into a file as they come: no more than a few portions of them are in memory. */
export async function writeReport(
  path: string,
  format: ReportFormat,
  sheet: Sheet,
  signal: AbortSignal,
): Promise<void> {
  const bytes = format === 'csv' ? Readable.from(csvChunks(sheet)) : xlsxBytes(sheet)
  await pipeline(bytes, createWriteStream(path), { signal })
}

async function* csvChunks({ columns, portions }: Sheet): AsyncGenerator<string> {
  yield csvOf([columns.map(({ title }) => title)])
  for await (const rows of portions)
    yield csvRows(rows.map((row) => row.map((cell, index) => csvCell(cell, columns[index]!))))
}

/** No text of a person starts a formula (`safety/csv`). */
function csvCell(cell: Cell, { kind }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(cell)
  if (kind === 'money') return cell.toFixed(2)
  return kind === 'percent' ? `${(cell * 100).toFixed(1)}%` : String(cell)
}

const numberFormats: Partial<Record<Column['kind'], string>> = {
  money: '#,##0.00',
  percent: '0.0%',
  day: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm',
}
const widths: Record<Column['kind'], number> = { text: 24, number: 12, money: 12, percent: 10, day: 12, moment: 18 }

/**
 * A workbook of one sheet. Texts are written as cells of text, which no spreadsheet calculates, whatever they start with; a
 * formula is only what is written as one (docs/decisions/154).
 */
function xlsxBytes({ title, columns, portions }: Sheet): Readable {
  const stream = writeXlsxStream(sheetRows(columns, portions), {
    name: title,
    columns: columns.map(({ title: header, kind }) => ({
      header,
      width: Math.max(widths[kind], header.length + 2),
      ...(numberFormats[kind] && { numFmt: numberFormats[kind] }),
    })),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(stream as ReadableStream)
}

async function* sheetRows(columns: readonly Column[], portions: AsyncIterable<Cell[][]>) {
  for await (const rows of portions)
    for (const row of rows) yield row.map((cell, index) => xlsxCell(cell, columns[index]!))
}

/** Spreadsheets read `_x0041_` within a text as the sign of that number; so that it stays as it was typed, `_` is written so. */
const asTyped = (typed: string): string => typed.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')

/** A spreadsheet's days have no zone: what the lab's clock shows is written as it is. */
function xlsxCell(cell: Cell, { kind }: Column): string | number | Date | null {
  if (typeof cell !== 'string') return cell
  if (kind === 'day') return new Date(`${cell}T00:00:00Z`)
  return kind === 'moment' ? new Date(`${cell.replace(' ', 'T')}:00Z`) : asTyped(cell)
}
