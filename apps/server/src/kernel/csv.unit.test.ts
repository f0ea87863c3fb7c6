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

it('a file is UTF-8 with a mark, and its rows end with CRLF', () => {
  const bytes = Buffer.from(csvOf([['Name'], [textCell('Zoë')]]))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.subarray(3).toString()).toBe('Name\r\nZoë\r\n')
})
