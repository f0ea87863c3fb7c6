import type { Surface } from './surface.ts'
import { facetCount } from './surface.ts'

/** Writes a surface as binary STL with facet normals. The header never starts with "solid". */
export function toBinaryStl(surface: Surface): Uint8Array<ArrayBuffer> {
  const { positions, indices } = surface
  const bytes = new Uint8Array(84 + facetCount(surface) * 50)
  const data = new DataView(bytes.buffer)
  'Archwire binary STL, millimeters'.split('').forEach((letter, at) => data.setUint8(at, letter.charCodeAt(0)))
  data.setUint32(80, facetCount(surface), true)
  for (let corner = 0, at = 84; corner < indices.length; corner += 3, at += 50) {
    const points = [0, 1, 2].map((i) => {
      const from = indices[corner + i]! * 3
      return [positions[from]!, positions[from + 1]!, positions[from + 2]!] as const
    })
    const normal = facetNormal(points[0]!, points[1]!, points[2]!)
    ;[normal, ...points].forEach((vector, row) =>
      vector.forEach((value, axis) => data.setFloat32(at + row * 12 + axis * 4, value, true)),
    )
  }
  return bytes
}

type Point = readonly [number, number, number]

function facetNormal(a: Point, b: Point, c: Point): Point {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
  const length = Math.hypot(...normal)
  return length === 0 ? [0, 0, 0] : [normal[0] / length, normal[1] / length, normal[2] / length]
}
