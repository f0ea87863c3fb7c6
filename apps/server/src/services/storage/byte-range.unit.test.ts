import { expect, it } from 'vitest'
import { byteRange } from './byte-range.ts'

it.each([
  [undefined, 'all'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-5000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-5000', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-0', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['bytes=-', 'all'],
  ['lines=0-9', 'all'],
  [`bytes=${'9'.repeat(400)}-`, 'all'],
])('%s of 100 bytes', (header, wanted) => {
  expect(byteRange(header, 100)).toEqual(wanted)
})

it('an empty file has no part', () => {
  expect(byteRange('bytes=0-', 0)).toBe('none')
  expect(byteRange(undefined, 0)).toBe('all')
})
