/** Spreadsheets read UTF-8 where a file begins with this mark. */
const utf8Mark = '\uFEFF'

/**
 * Where a cell begins, in spreadsheets of any separator: a text is also cut where a semicolon, tab or line break is in it.
 * Quotes there open and close a part of the cell, so that they are no part of its value.
 */
const formula = /(^|[;|\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=+\-@＝＋－＠])/g
/** A phone number, `+` and groups of digits, is no formula. */
const isPhone = (text: string): boolean => /^\+\d+( \d+)*$/.test(text)

/**
 * A text as a cell of a CSV file that no spreadsheet calculates (`safety/csv`). A spreadsheet calculates a cell that begins
 * like a formula; an apostrophe makes a text of it. It stands also behind a semicolon or a tab within the text: a
 * spreadsheet that separates by them begins a cell there, and quotes do not protect it.
 */
export function textCell(text: string): string {
  const inert = isPhone(text) ? text : text.replaceAll(formula, (_, before: string, gap: string) => `${before}'${gap}`)
  const safe = /^[\t\r]/.test(inert) ? `'${inert}` : inert
  return /[",;|\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Cells = readonly string[]

/** Rows of a CSV file: commas, CRLF. Cells are written as they are: texts of people come through `textCell`. */
export const csvRows = (rows: readonly Cells[]): string => rows.map((row) => `${row.join(',')}\r\n`).join('')

/** Rows as a CSV file: UTF-8 with a byte order mark. For a longer file this is its beginning, and `csvRows` what follows. */
export const csvOf = (rows: readonly Cells[]): string => `${utf8Mark}${csvRows(rows)}`
