import type { Surface } from './surface.ts'

/**
 * 16 hexadecimal digits that follow from the facets alone: equal for the same triangles in any order, from whichever
 * corner they begin, in any file format that kept their 32-bit coordinates. Not secure against an attacker: two
 * different scans can be made to collide, but do not by chance (64 bits).
 *
 * Each corner is mixed from its coordinates, each facet from its corners by sum, so that order plays no part; facets
 * are mixed again and summed.
 */
export function geometryHash({ positions, indices }: Surface): string {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length)
  const vertices = positions.length / 3
  const corners = new Uint32Array(vertices * 2)
  for (let vertex = 0; vertex < vertices; vertex++) {
    const [x, y, z] = [bits[vertex * 3]!, bits[vertex * 3 + 1]!, bits[vertex * 3 + 2]!]
    corners[vertex * 2] = mixed(Math.imul(x, 0x9e3779b1) ^ mixed(Math.imul(y, 0x85ebca77) ^ mixed(z)))
    corners[vertex * 2 + 1] = mixed(Math.imul(z, 0xc2b2ae3d) ^ mixed(Math.imul(x, 0x27d4eb2f) ^ mixed(~y)))
  }
  let first = indices.length / 3
  let second = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]! * 2, indices[at + 1]! * 2, indices[at + 2]! * 2]
    first = (first + mixed(corners[a]! + corners[b]! + corners[c]!)) >>> 0
    second = (second + mixed(corners[a + 1]! + corners[b + 1]! + corners[c + 1]!)) >>> 0
  }
  return hex(first) + hex(second)
}

/** The finalizer of MurmurHash3: every bit of the value moves every bit of the result. */
function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const hex = (value: number): string => value.toString(16).padStart(8, '0')
