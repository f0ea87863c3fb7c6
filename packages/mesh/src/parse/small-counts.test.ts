import { describe, expect, it } from 'vitest'
import { checkScan, syntheticArch, toBinaryStl } from '../index.ts'

const arch = toBinaryStl(syntheticArch({ jaw: 'upper', seed: 4, alignment: 0.5, triangles: 3000 }))
const { triangles } = checkScan(arch).report
const counting = (claimed: number, beyond: number[] = []) => {
  const file = new Uint8Array(arch.length + 50 * beyond.length)
  file.set(arch)
  const view = new DataView(file.buffer)
  view.setUint32(80, claimed, true)
  for (const [at, value] of beyond.entries()) view.setFloat32(arch.length + 50 * at + 12, value, true)
  return checkScan(file).report
}
const saidOf = (claimed: number, beyond?: number[]) =>
  counting(claimed, beyond).findings.find(({ code }) => code === 'wrong_count')?.message

describe('the count in the head of a binary STL', () => {
  // The first triangles lie together in a corner of the arch: their box would leave the rest out.
  it.each([1, 2, 10, 100, triangles / 2, triangles - 1])('of %d loses no triangle of an arch', (claimed) => {
    const report = counting(Math.floor(claimed))
    expect(report).toMatchObject({ triangles, non_finite: 0, verdict: 'warn' })
    expect(report.bounding_box).toEqual(checkScan(arch).report.bounding_box)
    expect(saidOf(Math.floor(claimed))).toContain('all ')
  })

  it.each([1, 100])('of %d takes in nothing of a size that occurs in no scan', (claimed) => {
    expect(counting(claimed, [NaN, 1e30, Infinity])).toMatchObject({ triangles, non_finite: 0 })
    expect(saidOf(claimed, [NaN, 1e30, Infinity])).toContain(': 3 of the others are left out')
  })
})
