/** First and last byte of a part of a file, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * What a `Range` header requests of a file of `size` bytes (RFC 9110, section 14): a part, `all` when it requests
 * nothing that we serve in parts (another unit, several ranges, a malformed one), or `none` when the file ends before.
 * Pure.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'all'
  const [, first = '', last = ''] = asked
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return 'all'
  return start >= size ? 'none' : { start, end }
}
