import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkScan, toBinaryStl, type Surface } from '@archwire/mesh'
import { chanceOf } from '../../chance.ts'

const sample = join(import.meta.dirname, '..', '..', '..', 'samples', 'scans', 'maxilla-cast-partial.stl')

/**
 * A scan as big as a full arch from a current scanner: the real sample with each triangle cut into four, every vertex
 * moved by up to 5 µm along each axis (a scanner's noise, and nothing a packer could guess), and the triangles in random
 * order, as some scanners write them. Binary STL, about 470,000 triangles; the same bytes for the same seed.
 */
export function refinedScan(seed = 1): Uint8Array {
  const { mesh } = checkScan(readFileSync(sample))
  if (!mesh) throw new TypeError('The sample cannot be read.')
  const chance = chanceOf(seed)
  const fine = noisy(refined(mesh), 0.005, chance)
  return toBinaryStl({ positions: fine.positions, indices: shuffled(fine.indices, chance) })
}

/** Cuts every triangle into four at the middles of its edges; neighbors share them. */
function refined({ positions, indices }: Surface): Surface {
  const places = [...positions]
  const middles = new Map<number, number>()
  const vertices = positions.length / 3
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * vertices + Math.max(a, b)
    const known = middles.get(key)
    if (known !== undefined) return known
    const vertex = places.length / 3
    for (let axis = 0; axis < 3; axis++) places.push((places[a * 3 + axis]! + places[b * 3 + axis]!) / 2)
    middles.set(key, vertex)
    return vertex
  }
  const cut = new Uint32Array(indices.length * 4)
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!]
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
    cut.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], at * 4)
  }
  return { positions: new Float32Array(places), indices: cut }
}

const noisy = ({ positions, indices }: Surface, reach: number, chance: () => number): Surface => ({
  positions: positions.map((value) => value + (chance() * 2 - 1) * reach),
  indices,
})

/** Triangles in random order (Fisher–Yates). */
function shuffled(indices: Uint32Array, chance: () => number): Uint32Array {
  const order = Uint32Array.from({ length: indices.length / 3 }, (_, index) => index)
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1))
    const kept = order[last]!
    order[last] = order[other]!
    order[other] = kept
  }
  const mixed = new Uint32Array(indices.length)
  order.forEach((from, to) => mixed.set(indices.subarray(from * 3, from * 3 + 3), to * 3))
  return mixed
}
