import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkScan, guessArchAxes, uprightRotation } from './index.ts'

describe('the real scan, whose height is along Y', () => {
  const { mesh } = checkScan(readFileSync(new URL('../../../samples/scans/maxilla-cast-partial.stl', import.meta.url)))
  const axes = guessArchAxes(mesh!)

  it('is found to have its teeth at +Y', () => {
    expect(axes).toEqual({ teeth: [0, 1, 0], anterior: [0, 0, 1] })
  })

  it('is turned, never mirrored, so that upper teeth hang down', () => {
    const rotation = uprightRotation(axes, 'upper')
    expect(rotation[2]).toEqual([0, -1, 0])
    const [[a, b, c], [d, e, f], [g, h, i]] = rotation
    expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBe(1)
  })
})
