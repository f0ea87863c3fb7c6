import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytes, cube, toAsciiStl, toObj, toPly } from '../../test/shapes.ts'
import { textOf } from '../../test/odd-files.ts'
import { checkScan, parseScan } from '../index.ts'

const fieldCase = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../test/field-cases/${name}`, import.meta.url)))

const report = (file: string | Uint8Array) => checkScan(typeof file === 'string' ? bytes(file) : file).report
const messages = (file: string | Uint8Array, { findings } = report(file)) =>
  findings.map(({ code, message }) => `${code}: ${message}`)

describe('files as programs in the field write them', () => {
  it.each([
    ['odd-normals.ply', true],
    ['mark-then-point.obj', false],
    ['mark-then-comment.obj', false],
    ['mark.ply', false],
    ['mark-control.stl', false],
    ['strips.ply', false],
    ['texture-lists.ply', true],
  ])('%s', (name, has_colours) => {
    expect(report(fieldCase(name))).toMatchObject({
      triangles: 288,
      vertices: 169,
      non_finite: 0,
      has_colours,
      verdict: 'pass',
      findings: [],
    })
  })
})

const spellings = [
  'nan',
  'NaN',
  '-nan',
  '+NAN',
  'nan(ind)',
  '-nan(ind)',
  'nan(snan)',
  'nan(0x7ff8000000000000)',
  'NaNQ',
  'qNaN',
  '1.#IND',
  '-1.#IND',
  '-1.#IND00',
  '1.#QNAN',
  '1.#QNAN0',
  '1.#SNAN',
  '1.#J',
  '-1.#IND000e+000',
  '1,#QNAN',
  'inf',
  '-inf',
  '+Inf',
  'Infinity',
  '-INFINITY',
  '1.#INF',
  '-1.#INF',
  '1.#INF00',
  '1.#INFe+000',
  '-∞',
]
const words = [...spellings, '****', 'n/a', 'null', '-', '1.5f', '1,5', '0x1p3', '1.0D+00']
const header = (more: string) =>
  `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n${more}element face 1\nproperty list uchar int vertex_indices\nproperty float quality\nproperty list uchar float texcoord\nend_header\n`
const normals = 'property float nx\nproperty float ny\nproperty float nz\n'

describe.each(words)('"%s"', (word) => {
  it('may stand where no one reads it, in a text of any format', () => {
    const ply = `${header(normals)}0 0 0 ${word} 0 ${word}\n9 0 0 0 ${word} 1\n0 9 0 0 0 1\n3 0 1 2 ${word} 2 ${word} .5\n`
    const obj = `v 0 0 0\nv 9 0 0\nv 0 9 0\nvn 0 ${word} 1\nvt ${word} 0\nf 1/1/1 2/1/1 3/1/1\n`
    const stl = `solid\nfacet normal 0 ${word} 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\nendsolid\n`
    for (const file of [ply, obj, stl]) {
      const { surface, findings } = parseScan(bytes(file))
      expect(findings).toEqual([])
      expect([...surface!.positions]).toEqual([0, 0, 0, 9, 0, 0, 0, 9, 0])
    }
  })
})

describe.each(spellings)('"%s" for a coordinate', (word) => {
  it('leaves out its triangle, and says so, in a text of any format', () => {
    const ply = `${header('').replace('vertex 3', 'vertex 4').replace('face 1', 'face 2')}0 0 0\n9 0 0\n0 9 0\n0 ${word} 9\n3 0 1 2 0 0\n3 0 1 3 0 0\n`
    const obj = `v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 ${word} 9\nf 1 2 3\nf 1 2 4\n`
    const facet = (corner: string) =>
      `facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex ${corner}\nendloop\nendfacet\n`
    const stl = `solid\n${facet('0 9 0')}${facet(`0 ${word} 9`)}endsolid\n`
    for (const [at, file] of [ply, obj, stl].entries()) {
      const { surface, nonFinite } = parseScan(bytes(file))
      expect([surface!.indices.length, nonFinite]).toEqual([3, 1])
      // A whole check looks at the shape as well: of each format by turns, and of all in the long run.
      if (process.env.LONG !== '1' && at !== spellings.indexOf(word) % 3) continue
      const said = report(file)
      expect(said).toMatchObject({ triangles: 1, non_finite: 1, verdict: 'warn' })
      expect(messages(file, said)).toContain('non_finite: 1 triangle without usable coordinates was left out.')
    }
  })

  it('is no count and no corner', () => {
    expect(messages(`${header('')}0 0 0\n9 0 0\n0 9 0\n3 0 1 ${word} 0 0\n`)[0]).toMatch(/^bad_number: /)
    expect(messages(`${header('')}0 0 0\n9 0 0\n0 9 0\n${word} 0 1 2 0 0\n`)[0]).toMatch(/^bad_number: /)
  })
})

describe('words that are no numbers', () => {
  it.each(['***', 'x', '1.5f', '1.#IND-', '#IND', 'nan)', 'infinite'])('"%s" is no coordinate', (word) => {
    expect(messages(`${header('')}0 0 0\n9 0 0\n0 ${word} 0\n3 0 1 2 0 0\n`)).toEqual([
      `bad_number: "${word}" is not a number.`,
    ])
  })

  it('two numbers that run into each other are not passed over: what follows would be read for something else', () => {
    for (const row of ['0 0 0 0 0?1', '0 0 0 0 0 1?9 0 0 0 0 1', '0 0 0 0 0 1 2x'])
      expect(messages(`${header(normals)}${row}\n9 0 0 0 0 1\n0 9 0 0 0 1\n3 0 1 2 0 0\n`)[0]).toMatch(/^bad_number: /)
  })

  it('nor is a word that is longer than a number', () => {
    const file = `${header(normals)}0 0 0 0 0 ${'x'.repeat(65)}\n9 0 0 0 0 1\n0 9 0 0 0 1\n3 0 1 2 0 0\n`
    expect(messages(file)).toEqual([`bad_number: "${'x'.repeat(24)}" is not a number.`])
  })

  it('a color that is none leaves the others as they are', () => {
    const colors = 'property float red\nproperty float green\nproperty float blue\n'
    const file = `${header(colors)}0 0 0 -1.#IND nan 1.#INF\n9 0 0 1 0.5 0\n0 9 0 0 1.#QNAN 1\n3 0 1 2 0 0\n`
    expect([...parseScan(bytes(file)).surface!.colors!]).toEqual([255, 255, 255, 255, 128, 0, 0, 0, 255])
  })
})

describe('byte order marks', () => {
  const texts: [string, string][] = [
    ['stl-ascii', toAsciiStl(cube(30))],
    ['ply-ascii', textOf(toPly(cube(30), 'ascii'))],
    ['obj', toObj(cube(30))],
  ]

  it.each(texts)('of UTF-8 are no part of a text: %s', (format, text) => {
    const plain = report(text)
    expect(plain).toMatchObject({ format, triangles: 12, verdict: 'pass' })
    for (const marks of ['\ufeff', '\ufeff\ufeff']) expect(report(marks + text)).toEqual(plain)
  })

  it.each(['binary_little_endian', 'binary_big_endian'] as const)('nor of the header of a PLY in %s', (encoding) => {
    const file = toPly(cube(30), encoding)
    expect(report(Uint8Array.from([0xef, 0xbb, 0xbf, ...file]))).toEqual(report(file))
  })

  const wide = (text: string, width: 2 | 4, little: boolean, mark: boolean) => {
    const letters = Array.from(mark ? `\ufeff${text}` : text, (letter) => letter.codePointAt(0)!)
    const data = new DataView(new ArrayBuffer(letters.length * width))
    letters.forEach((letter, at) =>
      width === 2 ? data.setUint16(at * 2, letter, little) : data.setUint32(at * 4, letter, little),
    )
    return new Uint8Array(data.buffer)
  }

  it.each(texts)('texts of wide letters are refused by their name: %s', (_, text) => {
    for (const mark of [true, false])
      for (const little of [true, false])
        for (const [width, name] of [
          [2, 'UTF-16'],
          [4, 'UTF-32'],
        ] as const)
          expect(messages(wide(text, width, little, mark))).toEqual([
            `not_a_scan: This is a text in ${name}, which we cannot read: save it as plain text (UTF-8).`,
          ])
  })
})

describe('lines', () => {
  const ply = (lineEnd: string) =>
    [
      'ply\t ',
      'format\tascii 1.0 ',
      'comment 扫描 format binary',
      'obj_info x',
      'element vertex 3',
      ...['x', 'y', 'z'].map((axis) => `property\tfloat  ${axis}`),
      'element face 1',
      'property list uchar int vertex_index',
      'end_header ',
      '0\t0 0 ',
      ' 9 0 0',
      '',
      '0 9 0',
      '3 0 1 2',
      '',
    ].join(lineEnd)

  it.each(['\n', '\r\n', '\r'])('of a PLY end in %j, with tabs, blanks and comments', (lineEnd) => {
    expect(report(ply(lineEnd))).toMatchObject({ format: 'ply-ascii', triangles: 1, vertices: 3, open_edges: 3 })
    expect(parseScan(bytes(ply(lineEnd))).findings).toEqual([])
  })

  it.each(['\n', '\r\n', '\r'])('of a header end in %j, and its data may begin with byte 10 or 13', (lineEnd) => {
    for (const first of [10, 13]) {
      const file = toPly(cube(30), 'binary_little_endian')
      const end = textOf(file).indexOf('end_header\n') + 'end_header\n'.length
      const body = file.slice(end)
      body[0] = first
      const head = bytes(textOf(file.subarray(0, end)).replaceAll('\n', lineEnd))
      const { surface, findings } = parseScan(Uint8Array.from([...head, ...body]))
      expect(findings).toEqual([])
      expect(surface!.positions[0]).toBe(new DataView(body.buffer).getFloat32(0, true))
    }
  })

  it('a long comment does not hide how the numbers of a PLY are written', () => {
    const file = ply('\n').replace('ply\t \n', `ply\n${`comment ${'x'.repeat(90)}\n`.repeat(60)}`)
    expect(report(file)).toMatchObject({ format: 'ply-ascii', triangles: 1 })
  })

  it('of an OBJ may end in a comment', () => {
    const file = 'v 0 0 0 # first\nv 9 0 0 # 2\nv 0 9 0\nf 1 2 3 # 扫描 4\nf\t3//\t2//\t1// #\n'
    expect(report(file)).toMatchObject({ format: 'obj', triangles: 2 })
    expect(parseScan(bytes(file)).findings).toEqual([])
  })
})
