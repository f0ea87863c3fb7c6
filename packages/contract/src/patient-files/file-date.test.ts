import { expect, it } from 'vitest'
import { dateOfFile, fileDate } from './file-date.ts'

it.each([
  ['2026-11-21T10:00:00.250Z', '2026-11-21T10:00:00.250Z'],
  ['2026-11-21 10:00:00', '2026-11-21T10:00:00.000Z'],
  ['1980-01-01T00:00:00Z', '1980-01-01T00:00:00Z'],
  [null, null],
  // Where Windows and programs begin and end.
  ['1601-01-01T00:00:00.000Z', null],
  ['9999-12-31T23:59:59.999Z', null],
  ['0001-01-01T00:00:00Z', null],
  ['2200-01-01T00:00:00Z', null],
  ['2199-12-31T23:00:00-07:00', null],
  ['+010000-01-01T00:00:00.000Z', null],
  ['-000001-01-01T00:00:00.000Z', null],
])('the date %j of a file is kept as %j', (said, kept) => {
  expect(fileDate().parse(said)).toBe(kept)
})

it.each(['yesterday', '', '2026-02-30T10:00:00Z', '2026-11-21', 7])('%j is no date of a file', (said) => {
  expect(fileDate().safeParse(said).success).toBe(false)
})

it.each([
  [Date.UTC(2026, 10, 21), '2026-11-21T00:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [Date.UTC(1601, 0, 1), null],
  [Date.UTC(9999, 11, 31), null],
  [Date.UTC(12_026, 0, 1), null],
  [9e18, null],
  [Number.NaN, null],
])('%d milliseconds since 1970 are the date %j of a file', (at, date) => {
  expect(dateOfFile(at)).toBe(date)
})
