import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { painted, toColoredObj, toColoredPly } from '../../test/colored-shapes.ts'
import { bytes, cube, sphere, toAsciiStl, toObj, toPly } from '../../test/shapes.ts'
import { openScan, parseScan, signsOf, toBinaryStl } from '../index.ts'
import { stripsPly } from '../../test/strips.ts'
import { furnishedPly, latin1, textOf } from '../../test/odd-files.ts'

const fieldCase = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../test/field-cases/${name}`, import.meta.url)))

const isLong = process.env.LONG === '1'
const ball = sphere(12.3, 4)
const colored = painted(ball, (x) => (x > 0 ? [1, 2, 3] : [200, 100, 5]))
const oddObj =
  'v 0 0 0\r\nv 40 0 0 # é\r\nv 40 40 0 1 0.5 0\r\nv 0 40 0\r\n# é \\\r\nf 1 2 \\\r\n\r\n 3 4\r\nf -4/1/1 -3//2 -2\r\nusemtl x\r\nG side\r\n'
const oddStl =
  'solid é\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nvertex -1 .5 0\nendloop\nendfacet\n' +
  'endsolid é\nsolid b\nfacet outer loop vertex 0 0 1 vertex 1 0 1 vertex nan 1 1 endloop endfacet\nendsolid b\n'
const stripPoints = [0, 10].flatMap((y) => [0, 10, 20, 30].map((x) => [x, y, 0] as const))
const strips = [[0, 4, 1, 5, 2, 6, 3, 7], [0, 4, 1, -1, 1, 4, 5], [], [1, 1, 2]]

const files: Readonly<Record<string, Uint8Array>> = {
  'binary STL': toBinaryStl(ball),
  'ASCII STL': bytes(toAsciiStl(ball)),
  'ASCII STL with a byte order mark and CRLF': bytes(`\ufeff${toAsciiStl(cube(30), '\r\n')}`),
  'ASCII STL with CR': bytes(toAsciiStl(cube(30), '\r')),
  'ASCII STL of polygons and several solids': bytes(oddStl),
  'ASCII PLY': toPly(ball, 'ascii'),
  'little-endian PLY': toPly(ball, 'binary_little_endian'),
  'big-endian PLY': toPly(cube(30), 'binary_big_endian'),
  'ASCII PLY with colors of faces': toColoredPly(colored, { encoding: 'ascii', on: 'face', type: 'float' }),
  'big-endian PLY with colors of faces': toColoredPly(colored, {
    encoding: 'binary_big_endian',
    on: 'face',
    type: 'uchar',
  }),
  'PLY with colors of points': toColoredPly(colored, {
    encoding: 'binary_little_endian',
    on: 'vertex',
    type: 'ushort',
  }),
  'ASCII PLY with lists, quads and other elements': furnishedPly('ascii'),
  'little-endian PLY with lists, quads and other elements': furnishedPly('binary_little_endian'),
  'big-endian PLY with lists, quads and other elements': furnishedPly('binary_big_endian'),
  OBJ: bytes(toObj(ball)),
  'OBJ with colors': bytes(toColoredObj(colored, 255)),
  'OBJ with a byte order mark': bytes(`\ufeff${toObj(cube(30))}`),
  'PLY with a byte order mark': Uint8Array.from([0xef, 0xbb, 0xbf, ...toPly(cube(30), 'binary_little_endian')]),
  'ASCII PLY with odd words': fieldCase('odd-normals.ply'),
  'ASCII strips': stripsPly(stripPoints, strips, { encoding: 'ascii' }),
  'little-endian strips': stripsPly(stripPoints, strips, { encoding: 'binary_little_endian' }),
  'big-endian strips': stripsPly(stripPoints, strips, { encoding: 'binary_big_endian', corners: 'short' }),
  'OBJ with CRLF, quads, continued lines and odd ones': bytes(oddObj),
}

/** What stands in a file where it should not. */
const intruders = [
  ' ',
  '\n',
  '\\\n',
  '#',
  '\0',
  'v',
  'f ',
  ' 1 ',
  'endfacet',
  '\r',
  '9'.repeat(70),
  'x'.repeat(40),
  '\0\0\n',
  'é',
]
const damages = fc.oneof(
  fc.constant((file: string) => file),
  fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (file: string) => file.slice(0, file.length * share)),
  fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...intruders), fc.nat(3))
    .map(([share, intruder, lost]) => (file: string) => {
      const at = Math.floor(file.length * share)
      return file.slice(0, at) + intruder + file.slice(at + lost)
    }),
  fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { minLength: 1, maxLength: 4 }).map((flips) => (file: string) => {
    const damaged = latin1(file)
    for (const [at, value] of flips) damaged[at % damaged.length] = value
    return textOf(damaged)
  }),
  fc.nat(90).map((faces) => (file: string) => file.replace(/element face \d+/, `element face ${faces}`)),
  fc
    .constantFrom('\0\0\0', ' \n\0', ' x', '\\', '\n\n\0\0a', '1', '\0\0\0\x03')
    .map((tail) => (file: string) => file + tail),
)
/** Sizes of pieces, over and over. */
const cuts = fc.oneof(
  fc.constantFrom([1], [2], [3, 1], [84, 50], [1e6]),
  fc.array(fc.nat(400), { minLength: 1, maxLength: 20 }).filter((sizes) => sizes.some((size) => size > 0)),
)

function readInPieces(file: Uint8Array, sizes: readonly number[]) {
  const scan = openScan(signsOf(file))
  // The bytes of a piece are the caller's again: no one may read them later.
  const piece = new Uint8Array(Math.max(...sizes))
  for (let at = 0, turn = 0; at < file.length; at += sizes[turn++ % sizes.length]!) {
    const part = file.subarray(at, at + sizes[turn % sizes.length]!)
    piece.fill(0x37)
    piece.set(part)
    scan.push(piece.subarray(0, part.length))
  }
  return scan.finish()
}

describe.each(Object.entries(files))('%s', (_, file) => {
  it('is sound', () => {
    expect(parseScan(file).surface).not.toBeNull()
  })

  it('cut anywhere, whole or damaged, is read as it is in one piece', () => {
    fc.assert(
      fc.property(damages, cuts, (damage, sizes) => {
        const damaged = latin1(damage(textOf(file)))
        expect(readInPieces(damaged, sizes)).toEqual(parseScan(damaged))
      }),
      { numRuns: isLong ? 3000 : 60, seed: isLong ? undefined : 20_260 },
    )
  }, 120_000)
})

describe('a file in pieces', () => {
  it('is left alone once it is refused', () => {
    const file = bytes(`v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 9\n${'f 1 2 3\n'.repeat(100)}`)
    const scan = openScan(signsOf(file))
    expect(scan.push(file.subarray(0, 20))).toBe(true)
    expect(scan.push(file.subarray(20, 60))).toBe(false)
    expect(scan.finish()).toEqual(parseScan(file))
  })

  it('has lines and padding of any length, which no one keeps', () => {
    const file = bytes(`v 0 0 0\nv 9 0 0\nv 9 9 0\n#${' long'.repeat(40_000)}\nf 1 2 3\n${'\0'.repeat(200_000)}`)
    expect(readInPieces(file, [4096])).toEqual(parseScan(file))
    expect(parseScan(file)).toMatchObject({ findings: [], surface: { indices: { length: 3 } } })
  })
})
