import { describe, expect, it } from 'vitest'
import { parseScan } from './parse-scan.ts'

const points = ['0 0 0', '1 0 0', '0 1 0', '0 0 1']
const ply = (elements: string[], rows: string[]) =>
  new TextEncoder().encode(
    [
      'ply',
      'format ascii 1.0',
      'element vertex 4',
      'property float x',
      'property float y',
      'property float z',
      ...elements,
      'end_header',
      ...points,
      ...rows,
      '',
    ].join('\n'),
  )
const corners = 'property list uchar int vertex_indices'
const read = (bytes: Uint8Array) => {
  const { surface, findings } = parseScan(bytes)
  return { facets: (surface?.indices.length ?? 0) / 3, findings: findings.map(({ code, message }) => [code, message]) }
}

describe('no triangle of a PLY is lost without a word:', () => {
  it('those of "polygon"', () => {
    const name = 'polygon'
    const bytes = ply(['element face 1', corners, `element ${name} 2`, corners], ['3 0 1 2', '3 0 1 3', '3 1 2 3'])
    expect(read(bytes)).toEqual({
      facets: 1,
      findings: [['lines_left_out', `2 rows of "${name}" could not be read: triangles may be missing.`]],
    })
  })

  it('those behind another element in which the file ends', () => {
    const edges = ['element edge 2', 'property int vertex1', 'property int vertex2']
    const bytes = ply(['element face 1', corners, ...edges, 'element face 1', corners], ['3 0 1 2', '0 1'])
    const { facets, findings } = read(bytes)
    expect({ facets, codes: findings.map(([code]) => code) }).toEqual({ facets: 1, codes: ['truncated'] })
  })

  it('edges at the end are none', () => {
    const edges = ['element edge 2', 'property int vertex1', 'property int vertex2']
    expect(read(ply(['element face 1', corners, ...edges], ['3 0 1 2', '0 1']))).toEqual({ facets: 1, findings: [] })
  })
})
