import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Sha256 } from './sha256.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 131 + 7) % 256)
const expected = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

test('agrees with the platform at every length around the block and padding borders', () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1000]) {
    const sha = new Sha256()
    sha.update(bytes(length))
    expect(sha.hex()).toBe(expected(bytes(length)))
  }
})

test('does not depend on how the stream is cut', () => {
  const data = bytes(10_007)
  for (const step of [1, 13, 63, 64, 65, 4096]) {
    const sha = new Sha256()
    for (let at = 0; at < data.length; at += step) sha.update(data.subarray(at, at + step))
    expect(sha.hex()).toBe(expected(data))
  }
})
