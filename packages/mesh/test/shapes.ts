import type { Surface } from '../src/index.ts'

/** An axis-aligned cube with outward facets. */
export function cube(side: number, at = 0): Surface {
  const positions = new Float32Array(24)
  for (let corner = 0; corner < 8; corner++)
    for (let axis = 0; axis < 3; axis++) positions[corner * 3 + axis] = at + ((corner >> axis) & 1) * side
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]
  return { positions, indices: new Uint32Array(faces.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!])) }
}

/** A sphere of latitude rings, poles as single vertices, outward facets. */
export function sphere(radius: number, rings: number): Surface {
  const around = rings * 2
  const points: number[] = [0, 0, radius]
  for (let ring = 1; ring < rings; ring++)
    for (let step = 0; step < around; step++) {
      const polar = (ring / rings) * Math.PI
      const turn = (step / around) * 2 * Math.PI
      points.push(
        radius * Math.sin(polar) * Math.cos(turn),
        radius * Math.sin(polar) * Math.sin(turn),
        radius * Math.cos(polar),
      )
    }
  points.push(0, 0, -radius)
  const last = points.length / 3 - 1
  const at = (ring: number, step: number) => 1 + (ring - 1) * around + (step % around)
  const indices: number[] = []
  for (let step = 0; step < around; step++) {
    indices.push(0, at(1, step), at(1, step + 1), last, at(rings - 1, step + 1), at(rings - 1, step))
    for (let ring = 1; ring < rings - 1; ring++) {
      indices.push(at(ring, step), at(ring + 1, step), at(ring + 1, step + 1))
      indices.push(at(ring, step), at(ring + 1, step + 1), at(ring, step + 1))
    }
  }
  return { positions: new Float32Array(points), indices: new Uint32Array(indices) }
}

/** The side of a cylinder, open at both ends. */
export function openCylinder(radius: number, height: number, sides: number): Surface {
  const points: number[] = []
  for (let side = 0; side < sides; side++) {
    const turn = (side / sides) * 2 * Math.PI
    for (const z of [0, height]) points.push(radius * Math.cos(turn), radius * Math.sin(turn), z)
  }
  const indices: number[] = []
  for (let side = 0; side < sides; side++) {
    const a = side * 2
    const b = ((side + 1) % sides) * 2
    indices.push(a, b, b + 1, a, b + 1, a + 1)
  }
  return { positions: new Float32Array(points), indices: new Uint32Array(indices) }
}

/** Several surfaces in one. */
export function together(...surfaces: Surface[]): Surface {
  const positions = surfaces.flatMap((surface) => [...surface.positions])
  let vertices = 0
  const indices = surfaces.flatMap((surface) => {
    const moved = [...surface.indices].map((vertex) => vertex + vertices)
    vertices += surface.positions.length / 3
    return moved
  })
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) }
}

/** Writes every number in full, so that reading gives the same 32-bit float. */
export function toAsciiStl(surface: Surface, lineEnd = '\n', number: (value: number) => string = String): string {
  const lines = ['solid scan of a facet vertex']
  for (let corner = 0; corner < surface.indices.length; corner += 3) {
    lines.push(' facet normal 0 0 1', '  outer loop')
    for (let i = 0; i < 3; i++)
      lines.push(
        `   vertex ${point(surface, surface.indices[corner + i]!)
          .map(number)
          .join(' ')}`,
      )
    lines.push('  endloop', ' endfacet')
  }
  return [...lines, 'endsolid', ''].join(lineEnd)
}

export function toObj(surface: Surface): string {
  const vertices = Array.from({ length: surface.positions.length / 3 }, (_, v) => `v ${point(surface, v).join(' ')}`)
  const faces: string[] = []
  for (let corner = 0; corner < surface.indices.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => surface.indices[corner + i]! + 1)
    faces.push(`f ${a}/1/1 ${b}//2 ${c}`)
  }
  return ['# a cube', 'mtllib none.mtl', 'o part', ...vertices, 'vn 0 0 1', ...faces, ''].join('\n')
}

/** A PLY with colors on its vertices and a flag on its faces, in any of the three encodings. */
export function toPly(surface: Surface, encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'): Uint8Array {
  const vertices = surface.positions.length / 3
  const faces = surface.indices.length / 3
  const header =
    `ply\nformat ${encoding} 1.0\ncomment made for a test\nelement vertex ${vertices}\nproperty float x\nproperty float y\n` +
    `property float z\nproperty uchar red\nelement face ${faces}\nproperty uchar flag\nproperty list uchar int vertex_indices\nend_header\n`
  if (encoding === 'ascii') {
    const rows = Array.from({ length: vertices }, (_, v) => `${point(surface, v).join(' ')} 200`)
    for (let at = 0; at < surface.indices.length; at += 3)
      rows.push(`1 3 ${[...surface.indices.subarray(at, at + 3)].join(' ')}`)
    return bytes(`${header}${rows.join('\n')}\n`)
  }
  const little = encoding === 'binary_little_endian'
  const body = new DataView(new ArrayBuffer(vertices * 13 + faces * 14))
  let at = 0
  for (let vertex = 0; vertex < vertices; vertex++, at += 13)
    point(surface, vertex).forEach((value, axis) => body.setFloat32(at + axis * 4, value, little))
  for (let face = 0; face < faces; face++, at += 14) {
    body.setUint8(at + 1, 3)
    for (let i = 0; i < 3; i++) body.setInt32(at + 2 + i * 4, surface.indices[face * 3 + i]!, little)
  }
  return new Uint8Array([...bytes(header), ...new Uint8Array(body.buffer)])
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function point(surface: Surface, vertex: number): number[] {
  return [...surface.positions.subarray(vertex * 3, vertex * 3 + 3)]
}
