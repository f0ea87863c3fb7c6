import { expect, it } from 'vitest'
import { csvOf, textCell } from './csv.ts'

/** Texts and their cells, by hand: an apostrophe stands before what a spreadsheet would calculate. */
it.each([
  ['Summit', 'Summit'],
  ['', ''],
  ['A, B', '"A, B"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['=1+1', `"'=1+1"`],
  ['+1+2', `"'+1+2"`],
  ['+1 a', `"'+1 a"`],
  ['+13035550142', '+13035550142'],
  ['+44 20 7946 0018', '+44 20 7946 0018'],
  ['(303) 555-0142', '(303) 555-0142'],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1', `"'  =1"`],
  ['\t=1', `"'\t'=1"`],
  ['\r1', `"'\r1"`],
  ['\t1', `"'\t1"`],
  ['＝1+1', `"'＝1+1"`],
  ['a=1', 'a=1'],
  ['Smith-Jones', 'Smith-Jones'],
  ['a;b', '"a;b"'],
  ['Bright Smiles;=1+1;', `"Bright Smiles;'=1+1;"`],
  ['a; @SUM(A1)', `"a;' @SUM(A1)"`],
  ['x;"=1+1;y', `"x;'""=1+1;y"`],
  ['"=1', `"'""=1"`],
  ['a";-1', `"a"";'-1"`],
  ['a|+1', `"a|'+1"`],
  ['a\t=1', `"a\t'=1"`],
  ['a\r\n=1', `"a\r\n'=1"`],
  ['a;;=1', `"a;;'=1"`],
  ['{{token}} $& $1', '{{token}} $& $1'],
])('%j is the cell %s', (text, cell) => expect(textCell(text)).toBe(cell))

it('no part of a cell begins like a formula, whatever separates cells: comma, semicolon, tab or bar', () => {
  const words = ['=1', '+1+1', '-1', '@A', '＝1', '"', "'", ' ', ';', '\t', '\n', '\r', '|', 'a', '']
  for (const first of words)
    for (const second of words)
      for (const third of words)
        for (const part of textCell(first + second + third).split(/[;|\t\r\n]/))
          expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
})

/**
 * Reads a line as a spreadsheet does that separates by `separator`: quotes at the beginning of a cell protect what is in
 * them, two of them are one, and what follows the closing one belongs to the cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, quoted, begins] = ['', false, true]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quoted && sign === '"' && text.charAt(at + 1) === '"') [cell, at] = [`${cell}"`, at + 1]
    else if (quoted && sign === '"') quoted = false
    else if (quoted) cell += sign
    else if (begins && sign === '"') [quoted, begins] = [true, false]
    else if (sign === separator || sign === '\n' || sign === '\r') {
      cells.push(cell)
      ;[cell, begins] = ['', true]
    } else [cell, begins] = [cell + sign, false]
  }
  return [...cells, cell]
}

it('the reader reads what is written, by its own separator', () => {
  expect(cellsOf('"a;""b""",c,"d\ne"\r\n', ',')).toEqual(['a;"b"', 'c', 'd\ne', '', ''])
  expect(cellsOf('A,"x;""=1+1;y"', ';')).toEqual(['A,"x', '=1+1', 'y"'])
})

it('no value that a spreadsheet reads begins like a formula, whatever it separates by', () => {
  const words = ['=1', '+1+1', '-1', '@A', '＝1', '"', '""', "'", ' ', ';', ',', '\t', '\n', '\r', '|', 'a', '']
  for (const first of words)
    for (const second of words)
      for (const third of words)
        for (const fourth of ['', '=1', '"']) {
          const text = first + second + third + fourth
          for (const row of [
            [text, 'b'],
            ['b', text, 'c'],
          ])
            for (const separator of [',', ';', '\t', '|'])
              for (const value of cellsOf(row.map(textCell).join(','), separator))
                if (/^\s*[=+\-@＝＋－＠]/.test(value)) expect.fail(JSON.stringify({ row, separator, value }))
        }
})

it('a file is UTF-8 with a mark, and its rows end with CRLF', () => {
  const bytes = Buffer.from(csvOf([['Name'], [textCell('Zoë')]]))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.subarray(3).toString()).toBe('Name\r\nZoë\r\n')
})
