import { describe, expect, it } from 'vitest'
import { type ColoredPly, painted, type Rgb, toColoredObj, toColoredPly } from '../../test/colored-shapes.ts'
import { bytes, sphere, toObj } from '../../test/shapes.ts'
import { checkScan, parseScan, type Surface, toBinaryStl, withoutUnused } from '../index.ts'

const GUM: Rgb = [201, 92, 88]
const TOOTH: Rgb = [236, 226, 203]
const ball = painted(sphere(12.3, 9), (_x, _y, z) => (z > 0 ? TOOTH : GUM))
const colorAt = ({ colors }: Surface, vertex: number) => [...colors!.subarray(vertex * 3, vertex * 3 + 3)]
const surfaceOf = (file: Uint8Array) => parseScan(file).surface!

/** Every vertex with the color of the side of the ball on which it lies. */
function expectSides(surface: Surface, rim = 0): void {
  let seen = 0
  for (let vertex = 0; vertex < surface.positions.length / 3; vertex++) {
    const z = surface.positions[vertex * 3 + 2]!
    if (Math.abs(z) < rim) continue
    seen++
    expect(colorAt(surface, vertex), `at height ${z}`).toEqual(z > 0 ? TOOTH : GUM)
  }
  expect(seen).toBeGreaterThan(40)
}

const encodings = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const
const types = ['uchar', 'float', 'ushort'] as const

describe.each(encodings)('a PLY in %s', (encoding) => {
  it.each(types)('keeps the colors of its points as %s', (type) => {
    expectSides(surfaceOf(toColoredPly(ball, { encoding, on: 'vertex', type })))
  })

  it('knows them by other names, and passes over transparency', () => {
    const form: ColoredPly = { encoding, on: 'vertex', type: 'uchar', alpha: true }
    for (const names of [['diffuse_red', 'diffuse_green', 'diffuse_blue'] as const, ['r', 'g', 'b'] as const])
      expectSides(surfaceOf(toColoredPly(ball, { ...form, names })))
  })

  it('gives the colors of its faces to their corners, as the mean', () => {
    const surface = surfaceOf(toColoredPly(ball, { encoding, on: 'face', type: 'uchar' }))
    // Corners on the border between both colors have faces of either.
    expectSides(surface, 5)
    const mixed = Array.from({ length: surface.positions.length / 3 }, (_, vertex) => colorAt(surface, vertex)).filter(
      ([red]) => red! > GUM[0] && red! < TOOTH[0],
    )
    expect(mixed.length).toBeGreaterThan(0)
    for (const [red, green, blue] of mixed) {
      expect(green).toBeGreaterThan(GUM[1])
      expect(green! - GUM[1]).toBeCloseTo(((red! - GUM[0]) / (TOOTH[0] - GUM[0])) * (TOOTH[1] - GUM[1]), -1)
      expect(blue).toBeGreaterThan(GUM[2])
    }
  })
})

describe('an OBJ', () => {
  it.each([1, 255] as const)('keeps the colors behind its points, up to %d', (full) => {
    expectSides(surfaceOf(bytes(toColoredObj(ball, full))))
  })

  it('takes one number behind a point for a weight, and no word: it may have started a line of its own', () => {
    const plain = toObj(ball)
    const weighted = plain.replaceAll(/^(v .*)$/gm, '$1 0.5')
    expect(surfaceOf(bytes(weighted))).toEqual(surfaceOf(bytes(plain)))
    expect(parseScan(bytes(plain.replace(/^(v .*)$/m, '$1 red green blue')))).toMatchObject({
      surface: null,
      findings: [{ code: 'bad_number', message: '"red" is not a number.' }],
    })
    expect(surfaceOf(bytes(plain.replace(/^(v .*)$/m, '$1 # red')))).toEqual(surfaceOf(bytes(plain)))
  })
})

describe('colors', () => {
  const file = toColoredPly(ball, { encoding: 'binary_little_endian', on: 'vertex', type: 'uchar' })

  it('are reported, and change no other figure', () => {
    const { geometry_hash, ...figures } = checkScan(file).report
    const known = checkScan(toBinaryStl(ball)).report
    expect({ geometry_hash, ...figures }).toEqual({ ...known, format: 'ply-binary', has_colours: true })
  })

  it('of points at one place are mixed', () => {
    const place = '\nv 9 0 0 1 0 0\nv 0 9 0 1 0 0\n'
    const surface = surfaceOf(bytes(`v 0 0 0 1 0 0${place}v 0 0 0 0 0 1\nv 0 -9 0 0 0 1\nf 1 2 3\nf 4 5 2\n`))
    expect(surface.positions.length / 3).toBe(4)
    expect(colorAt(surface, 0)).toEqual([128, 0, 128])
  })

  it('of one kind all over are none: programs write white and gray for nothing', () => {
    const white = painted(ball, () => [255, 255, 255])
    const { mesh, report } = checkScan(toColoredPly(white, { encoding: 'ascii', on: 'vertex', type: 'uchar' }))
    expect(mesh!.colors).toBeUndefined()
    expect(report.has_colours).toBe(false)
  })

  it('out of range end at black and white', () => {
    const surface = surfaceOf(bytes('v 0 0 0 -5 nan 1e30\nv 9 0 0 10 20 30\nv 0 9 0 300 255 0\nf 1 2 3\n'))
    expect(colorAt(surface, 0)).toEqual([0, 0, 255])
    expect(colorAt(surface, 1)).toEqual([10, 20, 30])
    expect(colorAt(surface, 2)).toEqual([255, 255, 0])
  })

  it('stay with their vertices when others are dropped', () => {
    const surface = surfaceOf(file)
    const few = withoutUnused({ ...surface, indices: surface.indices.slice(300, 330) })
    expect(few.positions.length).toBeLessThan(surface.positions.length)
    for (let vertex = 0; vertex < few.positions.length / 3; vertex++)
      expect(colorAt(few, vertex)).toEqual(few.positions[vertex * 3 + 2]! > 0 ? TOOTH : GUM)
  })
})
