import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, cube, sphere, toAsciiStl, toObj, toPly } from '../../test/shapes.ts'
import { checkLargeStl, checkScan, detectScanFormat, parseScan, toBinaryStl } from '../index.ts'
import { TextScanner } from './text-scanner.ts'

const ball = sphere(12.3, 9)
const facets = ball.indices.length / 3
const report = (text: string | Uint8Array) => checkScan(typeof text === 'string' ? bytes(text) : text).report
const findings = (text: string | Uint8Array) => report(text).findings.map(({ code, message }) => `${code}: ${message}`)

describe('every format', () => {
  const encodings: Array<[string, Uint8Array]> = [
    ['stl-binary', toBinaryStl(ball)],
    ['stl-ascii', bytes(toAsciiStl(ball))],
    ['stl-ascii', bytes(toAsciiStl(ball, '\r\n', (value) => value.toExponential(9).toUpperCase()))],
    ['stl-ascii', bytes(toAsciiStl(ball, '\r'))],
    ['ply-ascii', toPly(ball, 'ascii')],
    ['ply-binary', toPly(ball, 'binary_little_endian')],
    ['ply-binary', toPly(ball, 'binary_big_endian')],
    ['obj', bytes(toObj(ball))],
  ]

  it.each(encodings)('%s gives the same surface', (format, file) => {
    const parsed = parseScan(file)
    expect(parsed).toMatchObject({ format, findings: [], nonFinite: 0 })
    const expected = parseScan(toBinaryStl(ball)).surface!
    const corners = (surface: typeof expected) =>
      [...surface.indices].flatMap((v) => [...surface.positions.subarray(v * 3, v * 3 + 3)])
    const there = corners(expected)
    const difference = corners(parsed.surface!).map((value, at) => Math.abs(value - there[at]!))
    expect(Math.max(...difference)).toBeLessThan(1e-6)
  })
})

describe('binary STL', () => {
  it('may start with the word solid', () => {
    const file = toBinaryStl(ball)
    file.set(bytes('solid by some scanner'))
    expect(report(file)).toMatchObject({ format: 'stl-binary', triangles: facets, verdict: 'pass' })
  })

  it.each([0, 20, facets - 1, 0xffffffff])('a header count of %d does not decide', (claimed) => {
    const file = toBinaryStl(ball)
    new DataView(file.buffer).setUint32(80, claimed, true)
    expect(report(file)).toMatchObject({ triangles: facets, verdict: 'warn', findings: [{ code: 'wrong_count' }] })
  })

  it.each([
    ['far away', [1e5, 0, 0]],
    ['without coordinates', [NaN, 0, 0]],
    ['that are far too large', [1e38, -1e38, 1e38]],
  ])('leaves facets beyond the count out %s, and says so', (_, place) => {
    const file = new Uint8Array(84 + 50 * (facets + 2))
    file.set(toBinaryStl(ball))
    const view = new DataView(file.buffer)
    for (const [axis, value] of place.entries()) view.setFloat32(84 + 50 * facets + 12 + axis * 4, value, true)
    expect(report(file)).toMatchObject({ triangles: facets + 1, non_finite: 0, verdict: 'warn' })
    expect(findings(file)[0]).toBe(
      `wrong_count: The header names ${facets} triangles, the file holds ${facets + 2}: 1 of the others is left out, far from those or without coordinates.`,
    )
  })

  it('is the same read piece by piece', () => {
    const file = toBinaryStl(ball)
    new DataView(file.buffer).setFloat32(84 + 50 * 3 + 12, NaN, true)
    const whole = checkScan(file)
    for (const facetsOfPiece of [1, 7, facets]) {
      const large = checkLargeStl(file.subarray(0, 84), file.length, 'scan')!
      for (let at = 84; at < file.length; at += facetsOfPiece * 50)
        large.push(file.subarray(at, at + facetsOfPiece * 50))
      expect(large.finish()).toEqual(whole)
    }
  })

  it.each([
    ['whose count is wrong', (file: Uint8Array) => file.fill(0, 80, 84)],
    ['that is cut', (file: Uint8Array) => file.subarray(0, -7)],
    ['that is an archive', (file: Uint8Array) => (file.set([0x50, 0x4b, 3, 4]), file)],
  ])('%s is not read piece by piece', (_, damaged) => {
    const file = damaged(toBinaryStl(ball))
    expect(checkLargeStl(file.subarray(0, 84), file.length, 'scan')).toBeNull()
  })

  it('leaves facets out that are not finite', () => {
    const file = toBinaryStl(ball)
    new DataView(file.buffer).setFloat32(84 + 50 * 3 + 12, NaN, true)
    new DataView(file.buffer).setFloat32(84 + 50 * 7 + 16, -Infinity, true)
    expect(report(file)).toMatchObject({ triangles: facets - 2, non_finite: 2, verdict: 'warn' })
  })

  it('refuses a file without any usable facet', () => {
    const file = toBinaryStl(cube(30))
    for (let facet = 0; facet < 12; facet++) new DataView(file.buffer).setFloat32(84 + 50 * facet + 12, NaN, true)
    expect(report(file)).toMatchObject({ verdict: 'block', non_finite: 12 })
    expect(report(toBinaryStl({ positions: new Float32Array(), indices: new Uint32Array() })).verdict).toBe('block')
  })
})

describe('ASCII STL', () => {
  const text = toAsciiStl(cube(30))

  it('flags a file that stops inside a facet, keeping the whole ones', () => {
    const cut = text.slice(0, text.lastIndexOf('vertex') + 9)
    expect(report(cut)).toMatchObject({ triangles: 11, verdict: 'warn', findings: [{ code: 'truncated' }] })
    expect(findings(text.slice(0, text.indexOf('endsolid')))).toEqual([
      'truncated: The file ends without its last line: 12 triangles could be read.',
    ])
  })

  it('refuses words for numbers and faces of two corners', () => {
    expect(findings(text.replace('vertex 30', 'vertex 3O'))).toEqual(['bad_number: "3O" is not a number.'])
    expect(findings(text.replace(/ +vertex [^\n]*\n/, ''))).toEqual([
      'bad_face: Triangle 1 has fewer than three corners.',
    ])
    expect(report(text.replace('endfacet', 'endfacet banana')).verdict).toBe('block')
  })

  it.each([
    ['outer', 'ooter'],
    ['outer loop', 'outer lopp'],
    ['outer loop', ''],
    [' normal', ' abnormal'],
    ['endfacet', 'endfac et'],
  ])('refuses %j damaged to %j: a triangle would be lost without a word', (word, damaged) => {
    expect(report(text.replace(word, damaged))).toMatchObject({
      verdict: 'block',
      findings: [{ code: 'bad_structure' }],
    })
  })

  it('takes a normal of any words, and none', () => {
    for (const normal of [' normal nan -1.#IND 0', ''])
      expect(report(text.replaceAll(/ normal .*/g, normal))).toMatchObject({ triangles: 12, findings: [] })
  })

  it('takes zeros after its end for padding', () => {
    const padded = (length: number) => bytes(text + '\0'.repeat(length))
    for (const length of [1, 24, 5000]) expect(report(padded(length))).toMatchObject({ triangles: 12, verdict: 'pass' })
    expect(report(padded(0).slice(0, 700))).toMatchObject({ verdict: 'warn' })
  })

  it('counts nan and overflow as not finite', () => {
    expect(report(text.replace('vertex 30', 'vertex nan'))).toMatchObject({ non_finite: 1, triangles: 11 })
    expect(report(text.replace('vertex 30', 'vertex 1e39'))).toMatchObject({ non_finite: 1, triangles: 11 })
  })
})

describe('PLY', () => {
  const text = new TextDecoder().decode(toPly(cube(30), 'ascii'))
  const binary = toPly(cube(30), 'binary_little_endian')

  it('trusts no count', () => {
    expect(report(text.replace('face 12', 'face 4000000000'))).toMatchObject({ triangles: 12, verdict: 'warn' })
    expect(report(text.replace('vertex 8', 'vertex 4000000000')).verdict).toBe('block')
    expect(findings(binary.subarray(0, binary.length - 20))).toEqual([
      'truncated: The file ends in the middle of its triangles: 10 of 12 could be read.',
    ])
  })

  it.each([
    ['ascii', text, 'face 12'],
    ['binary', binary, 'face 12'],
  ])('reads on after the faces that an %s header names, and says so', (_, file, claim) => {
    const claims = (faces: string) =>
      typeof file === 'string' ? bytes(file.replace(claim, faces)) : withText(file, claim, faces)
    expect(report(claims('face 7'))).toMatchObject({ triangles: 12, verdict: 'warn' })
    expect(findings(claims('face 7'))).toEqual([
      'wrong_count: The header names 7 triangles, the file holds 12; all 12 were read.',
    ])
    expect(findings(claims('face 7').subarray(0, -4))).toEqual([
      'wrong_count: The file goes on after the 7 triangles that its header names: triangles may be missing.',
    ])
  })

  it('flags what stands behind its faces, but for padding', () => {
    const behind = (...more: number[]) => findings(Uint8Array.from([...binary, ...more]))
    expect(behind(10)).toEqual([])
    expect(behind(0, 0, 13, 10)).toEqual([])
    expect(behind(7)).toEqual([
      'wrong_count: The file goes on after the 12 triangles that its header names: triangles may be missing.',
    ])
  })

  it.each(['1e0', '1.0', '0x1', '+-1'])('refuses %s for the number of a point', (index) => {
    expect(findings(text.replace('1 3 0 2 3', `1 3 0 ${index} 3`))).toEqual([`bad_number: "${index}" is not a number.`])
  })

  it('takes a color with a point, which no point is found by', () => {
    const colored = text.replaceAll(/ 200$/gm, ' 200.0')
    expect(colored).not.toBe(text)
    expect(report(colored)).toMatchObject({ triangles: 12, findings: [] })
  })

  it('refuses bad indices, faces of two corners and points alone', () => {
    expect(findings(text.replace('1 3 0 2 3', '1 3 0 2 8'))).toEqual([
      'bad_index: Face 1 names a point that does not exist.',
    ])
    expect(findings(text.replace('1 3 0 2 3', '1 3 0 2 -1'))).toEqual([
      'bad_index: Face 1 names a point that does not exist.',
    ])
    expect(findings(text.replace('1 3 0 2 3', '1 2 0 2'))).toEqual(['bad_face: Face 1 has fewer than three corners.'])
    expect(findings(text.slice(0, text.indexOf('element face')) + 'end_header\n0 0 0 1\n'.repeat(8)).join()).toContain(
      'bad_number',
    )
    expect(
      findings(
        'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n',
      ),
    ).toEqual(['empty: The file holds points but no triangles.'])
  })
})

describe('OBJ', () => {
  const square = 'v 0 0 0\nv 40 0 0\nv 40 40 0\nv 0 40 0\n'

  it('splits polygons, counts back from the end and follows a backslash', () => {
    expect(report(`${square}f 1 2 \\\n 3 4\n`)).toMatchObject({ triangles: 2, open_edges: 4, holes: 1 })
    expect(report(`${square}f -4 -3 -2\n`)).toMatchObject({ triangles: 1, vertices: 3 })
  })

  it.each([
    ['f 1 2 5', 'bad_index: Face 1 names point 5, which does not exist.'],
    ['f 1 2 0', 'bad_index: Face 1 names point 0, which does not exist.'],
    ['f 1 2', 'bad_face: Face 1 has fewer than three corners.'],
    ['f 1 2 x', 'bad_index: "x" is not a corner.'],
    ['v 1 2 z\nf 1 2 3', 'bad_number: "z" is not a number.'],
  ])('refuses %j', (lines, finding) => {
    expect(findings(`${square}${lines}\n`)).toEqual([finding])
  })

  it('flags lines that it does not know: each may have been a triangle', () => {
    expect(findings(`${square}f 1 2 3\nF. 1 3 4\nusemtl x\nG side\n# note\n`)).toEqual([
      'lines_left_out: 1 line of the file could not be read, the first begins with "F.": triangles may be missing.',
    ])
  })

  it('refuses a polygon of more corners than a scan has, whatever it would cost', () => {
    const ring = (corners: number) => `${square}f${' 1 2 3 4'.repeat(corners / 4)}\n`
    expect(report(ring(1000)).triangles).toBe(998)
    expect(findings(ring(100_000))).toEqual(['bad_face: Face 1 has 100,000 corners.'])
  })

  it('flags a last line that was cut', () => {
    expect(findings(`${square}f 1 2 3\nf 1 3`)).toEqual([
      'truncated: The file ends in the middle of a line: 1 triangle could be read.',
    ])
  })
})

describe('any bytes at all', () => {
  const originals = [
    toBinaryStl(ball),
    bytes(toAsciiStl(ball)),
    toPly(ball, 'ascii'),
    toPly(ball, 'binary_big_endian'),
    bytes(toObj(ball)),
  ]

  it('never throw, and what is shown has only finite coordinates and good indices', () => {
    const damage = fc.array(fc.tuple(fc.nat(200_000), fc.nat(255)), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.nat(originals.length - 1),
        damage,
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (chosen, flips, share) => {
          const original = originals[chosen]!
          const file = original.slice(0, Math.ceil(original.length * share))
          for (const [at, value] of flips) file[at % file.length] = value
          expectSound(file)
        },
      ),
      { numRuns: process.env.LONG === '1' ? 1000 : 100 },
    )
  })

  it('never throw when they are noise', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), expectSound), { numRuns: 300 })
    const start = fc.constantFrom(
      'ply\n',
      'solid x\nfacet ',
      'v 1 2 3\nf ',
      'ply\nformat ascii 1.0\nelement face 9\nproperty list char char vertex_index\n',
    )
    fc.assert(
      fc.property(start, fc.string({ maxLength: 200 }), (head, tail) => expectSound(bytes(head + tail))),
      { numRuns: 300 },
    )
  })
})

describe('numbers', () => {
  it('are read as JavaScript reads them', () => {
    const scan = (text: string) => new TextScanner(bytes(text)).number()
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value) => scan(String(value)) === value || (value === 0 && scan(String(value)) === 0),
      ),
    )
    fc.assert(
      fc.property(
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.nat(18),
        (value, digits) => scan(value.toExponential(digits)) === Number(value.toExponential(digits)) || value === 0,
      ),
    )
    expect(['1.5.2', '--1', '1e', '.', '0x10', '1_0', ''].map(scan)).toEqual(Array(7).fill(null))
  })
})

describe('detecting a format', () => {
  it('goes by content', () => {
    expect(detectScanFormat(bytes('hello world, this is a letter. '.repeat(20)))).toBeNull()
    expect(detectScanFormat(new Uint8Array(4000))).toBeNull()
    expect(detectScanFormat(bytes(' '.repeat(1_600_000)))).toBeNull()
    expect(detectScanFormat(bytes('# comment\n\n  v 1 2 3\n'))).toBe('obj')
  })
})

/** A binary file with a text of its header replaced. */
const withText = (file: Uint8Array, from: string, to: string): Uint8Array =>
  Uint8Array.from(String.fromCharCode(...file).replace(from, to), (letter) => letter.charCodeAt(0))

function expectSound(file: Uint8Array): void {
  const { report, mesh } = checkScan(file)
  expect(mesh === null).toBe(report.verdict === 'block')
  if (!mesh) return
  expect(mesh.positions.every(Number.isFinite)).toBe(true)
  expect(mesh.indices.every((vertex) => vertex < mesh.positions.length / 3)).toBe(true)
  if (report.findings.every(({ code }) => code !== 'wild_points'))
    expect(report.vertices).toBe(new Set(mesh.indices).size)
}
