import type { Surface } from './surface.ts'

/**
 * 16 hexadecimal digits that follow from the facets alone: equal for the same triangles in any order, from whichever
 * corner they start, in any file format that kept their 32-bit coordinates. Not secure against an attacker: two
 * different scans can be made to collide, but do not by chance (64 bits).
 *
 * Each corner is mixed from its coordinates, each facet from its corners by sum, so that order plays no part; facets
 * are mixed again and summed.
 */
export function geometryHash(surface: Surface): string {
  const hash = new FacetHash()
  hash.add(surface)
  return hash.digits()
}

/** The same of facets that come one after another, in any number of parts. */
export class FacetHash {
  private first = 0
  private second = 0

  add({ positions, indices }: Surface): void {
    const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length)
    let { first, second } = this
    // No table of corners: it would not fit beside the largest surfaces.
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3]
      first = (first + 1 + mixed(firstOf(bits, a) + firstOf(bits, b) + firstOf(bits, c))) >>> 0
      second = (second + mixed(secondOf(bits, a) + secondOf(bits, b) + secondOf(bits, c))) >>> 0
    }
    this.first = first
    this.second = second
  }

  digits(): string {
    return hex(this.first) + hex(this.second)
  }
}

function firstOf(bits: Uint32Array, at: number): number {
  return mixed(Math.imul(bits[at]!, 0x9e3779b1) ^ mixed(Math.imul(bits[at + 1]!, 0x85ebca77) ^ mixed(bits[at + 2]!)))
}

function secondOf(bits: Uint32Array, at: number): number {
  return mixed(Math.imul(bits[at + 2]!, 0xc2b2ae3d) ^ mixed(Math.imul(bits[at]!, 0x27d4eb2f) ^ mixed(~bits[at + 1]!)))
}

/** The finalizer of MurmurHash3: every bit of the value moves every bit of the result. */
function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const hex = (value: number): string => value.toString(16).padStart(8, '0')
