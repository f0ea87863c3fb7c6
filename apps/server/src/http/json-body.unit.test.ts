import { describe, expect, it } from 'vitest'
import { hasMoreValues } from './json-body.ts'

const bytes = (text: string) => Buffer.from(text)

describe('values of a body are counted before it is parsed', () => {
  it.each([
    ['{}', 1],
    ['{"a":1,"b":[1,2,3]}', 7],
    ['"a \\" , : [ { \\\\"', 0],
    [JSON.stringify({ text: '[[[,,,"quoted"\\\\' }), 2],
    ['[[[[', 4],
  ])('%s', (text, count) => {
    expect(hasMoreValues(bytes(text), count)).toBe(false)
    if (count > 0) expect(hasMoreValues(bytes(text), count - 1)).toBe(true)
  })

  it('a string that does not end is left to the parser', () => {
    expect(hasMoreValues(bytes(`"${',['.repeat(100)}`), 1)).toBe(false)
  })
})
