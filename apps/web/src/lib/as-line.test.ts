import { oneLine } from '@archwire/contract/core/text.ts'
import { expect, test } from 'vitest'
import { asLine } from './as-line.ts'

test('what is pasted from tables and documents is one line that the server takes', () => {
  expect(asLine('Moreau\tSilas')).toBe('Moreau Silas')
  for (const text of ['a\tb', 'a\vb', 'a\u0002b', 'a\u0085b', 'a\u2028b', 'a\r\nb']) {
    expect(oneLine(asLine(text)), JSON.stringify(text)).toBe(true)
    expect(asLine(text)).toHaveLength(text.length)
  }
})

test('names stay as they are', () => {
  for (const name of ["O'Brien", 'Nguyễn', 'Dr. med. dent. Ada', 'Anne-Marie', '😀', 'علی\u200cرضا'])
    expect(asLine(name)).toBe(name)
})

test('what nobody sees does not come along', () => {
  expect(asLine('\ufeffada\u200b@example.com\u00a0')).toBe('ada@example.com ')
})
