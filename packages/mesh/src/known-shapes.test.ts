import { expect, it } from 'vitest'
import { cube, openCylinder, sphere, together } from '../test/shapes.ts'
import { checkScan, toBinaryStl, type Surface } from './index.ts'

const check = (surface: Surface) => checkScan(toBinaryStl(surface)).report
/** Relative distance of two figures. */
const off = (found: number, known: number) => Math.abs(found / known - 1)

it('area and volume of a cube of any side are right to a millionth', () => {
  for (const side of [1 / 3, 7, 12.5, 99.9]) {
    const { area_mm2, volume_mm3 } = check(cube(side))
    expect(off(area_mm2, 6 * side ** 2)).toBeLessThan(1e-6)
    expect(off(volume_mm3!, side ** 3)).toBeLessThan(1e-6)
  }
})

it('the side of a cylinder of n sides has the area of n rectangles, to a millionth', () => {
  for (const sides of [3, 24, 360]) {
    const { area_mm2, volume_mm3 } = check(openCylinder(10, 30, sides))
    expect(off(area_mm2, sides * 2 * 10 * Math.sin(Math.PI / sides) * 30)).toBeLessThan(1e-6)
    expect(volume_mm3).toBeNull()
  }
})

it('a ball of latitude rings has the area and volume of its frusta, to a millionth', () => {
  const [radius, rings] = [20, 60]
  const around = rings * 2
  // Of each ring: a polygon of `around` sides; between two rings a band of trapezoids, each a flat quadrilateral.
  const ring = (at: number) => ({
    r: radius * Math.sin((at / rings) * Math.PI),
    z: radius * Math.cos((at / rings) * Math.PI),
  })
  const half = Math.PI / around
  let [area, volume] = [0, 0]
  for (let at = 0; at < rings; at += 1) {
    const [top, bottom] = [ring(at), ring(at + 1)]
    const height = top.z - bottom.z
    const slant = Math.hypot(height, (top.r - bottom.r) * Math.cos(half))
    area += around * (top.r + bottom.r) * Math.sin(half) * slant
    const polygon = (a: number, b: number) => around * a * b * Math.sin(half) * Math.cos(half)
    volume += (height / 3) * (polygon(top.r, top.r) + polygon(top.r, bottom.r) + polygon(bottom.r, bottom.r))
  }
  const { area_mm2, volume_mm3 } = check(sphere(radius, rings))
  expect(off(area_mm2, area)).toBeLessThan(1e-6)
  expect(off(volume_mm3!, volume)).toBeLessThan(1e-6)
})

it('two shells: figures add up', () => {
  const [box, ball, both] = [check(cube(10)), check(sphere(9, 30)), check(together(cube(10), sphere(9, 30)))]
  expect(off(both.area_mm2, box.area_mm2 + ball.area_mm2)).toBeLessThan(1e-6)
  expect(off(both.volume_mm3!, box.volume_mm3! + ball.volume_mm3!)).toBeLessThan(1e-6)
  expect(both.shells).toBe(2)
})
