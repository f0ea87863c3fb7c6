import { describe, expect, it } from 'vitest'
import { bytes } from '../../test/shapes.ts'
import { stripsPly, type StripForm } from '../../test/strips.ts'
import { checkScan, parseScan, type Surface } from '../index.ts'

const encodings = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const
/** Two rows of four points, 10 mm apart. */
const points = [0, 10].flatMap((y) => [0, 10, 20, 30].map((x) => [x, y, 0] as const))
const zigzag = [0, 4, 1, 5, 2, 6, 3, 7]
/** Its triangles, all of which face down. */
const triangles = ['0 4 1', '1 4 5', '1 5 2', '2 5 6', '2 6 3', '3 6 7']
const read = (file: Uint8Array) => {
  const { surface, findings } = parseScan(file)
  const facets = surface ? Array.from({ length: surface.indices.length / 3 }, (_, at) => facetAt(surface, at)) : []
  return { facets, findings: findings.map(({ code, message }) => `${code}: ${message}`) }
}
/** The points of a facet, in its own direction, from the lowest number on. */
function facetAt({ positions, indices }: Surface, facet: number): string {
  const corners = Array.from(indices.subarray(facet * 3, facet * 3 + 3), (vertex) => {
    const [x, y] = positions.subarray(vertex * 3)
    return x! / 10 + (y! / 10) * 4
  })
  const first = corners.indexOf(Math.min(...corners))
  return [0, 1, 2].map((step) => corners[(first + step) % 3]).join(' ')
}
const words = (strips: readonly (readonly number[])[], form: Partial<StripForm> = {}) =>
  read(stripsPly(points, strips, { encoding: 'ascii', ...form })).findings

describe.each(encodings)('triangle strips of a PLY in %s', (encoding) => {
  const facetsOf = (strips: readonly (readonly number[])[], form: Partial<StripForm> = {}) => {
    const { facets, findings } = read(stripsPly(points, strips, { encoding, ...form }))
    expect(findings).toEqual([])
    return facets
  }

  it('are read, and all of their triangles face one way', () => {
    expect(facetsOf([zigzag])).toEqual(triangles)
    const { report, mesh } = checkScan(stripsPly(points, [zigzag], { encoding }))
    expect(report).toMatchObject({ triangles: 6, vertices: 8, area_mm2: 300, shells: 1, open_edges: 8 })
    expect(mesh!.indices).toHaveLength(18)
  })

  it('start anew behind -1 and in each row, at the side of a first triangle', () => {
    expect(
      facetsOf([
        [0, 4, 1, -1, 1, 4, 5],
        [1, 5, 2, 6],
        [2, 6, 3],
      ]),
    ).toEqual(triangles.slice(0, 5))
  })

  it.each(['uint', 'ushort', 'short'] as const)('begin anew behind the -1 of a %s', (corners) => {
    expect(facetsOf([[0, 4, 1, -1, 3, 6, 7, -1]], { corners })).toEqual(['0 4 1', '3 6 7'])
  })

  it('may lead on over a corner that is named twice', () => {
    expect(facetsOf([[0, 4, 1, 1, 3, 3, 3, 6, 7]])).toEqual(['0 4 1', '3 6 7'])
  })

  it('of two corners, of one and of none are no triangles, and nothing is missing', () => {
    expect(facetsOf([zigzag, [], [1], [1, 2], [-1, -1]])).toEqual(triangles)
  })

  it('stand beside faces', () => {
    expect(facetsOf([[3, 6, 7]], { faces: [[0, 4, 1]] })).toEqual(['0 4 1', '3 6 7'])
  })

  it('may have other names', () => {
    for (const name of ['tristrip', 'triangle_strips']) expect(facetsOf([zigzag], { name })).toEqual(triangles)
  })

  it('that are cut keep what there is', () => {
    const file = stripsPly(points, [zigzag], { encoding })
    const { facets, findings } = read(file.subarray(0, encoding === 'ascii' ? -3 : -4))
    expect(facets).toEqual(triangles.slice(0, 5))
    expect(findings).toEqual([
      'truncated: The file ends in the middle of its triangle strips: 5 triangles could be read.',
    ])
  })
})

describe('in true words', () => {
  it('a strip that names no point is refused', () => {
    expect(words([[0, 4, 8]])).toEqual(['bad_index: Triangle strip 1 names a point that does not exist.'])
    expect(words([zigzag, [0, -2, 1]])).toEqual(['bad_index: Triangle strip 2 names a point that does not exist.'])
  })

  it('what follows the last strip is said', () => {
    const file = stripsPly(points, [zigzag], { encoding: 'ascii' })
    expect(read(Uint8Array.from([...file, ...bytes('3 0 1 2\n')])).findings).toEqual([
      'wrong_count: The file goes on after the triangle strips that its header names: triangles may be missing.',
    ])
  })

  it.each([
    [
      'element face 1\nproperty list uchar float texcoord',
      '0',
      'bad_structure: The faces of the file name no corners.',
    ],
    [
      'element polygon 1\nproperty list uchar int vertex_indices',
      '3 0 1 2',
      'bad_structure: The file holds its triangles as "polygon", which we cannot read.',
    ],
    [
      'element range_grid 1\nproperty list uchar int vertex_indices_of_grid',
      '1 0',
      'empty: The file holds a grid of distances but no triangles.',
    ],
    ['element edge 1\nproperty int vertex1', '0', 'empty: The file holds points but no triangles.'],
  ])('a file without faces says what it holds: %s', (element, row, message) => {
    const header = `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n${element}\nend_header\n`
    expect(read(bytes(`${header}0 0 0\n9 0 0\n0 9 0\n${row}\n`)).findings).toEqual([message])
  })
})
