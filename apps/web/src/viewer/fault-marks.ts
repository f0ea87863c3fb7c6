import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, type Object3D } from 'three'
import type { Surface } from '@archwire/mesh'
import type { LookedAt } from './parent-messages.ts'
import { thickLines } from './thick-lines.ts'

const HOLE = 0xff4d3d
const EDGE = 0xb05cff
const LOOSE = 0xffa21f
const PIXELS = 3

/** The meaning of the colors, for the legend; only those of this scan. */
export const legendOf = ({ holes, nonManifold, loose }: LookedAt): string[] => [
  ...(holes.length > 0 ? ['Red: holes'] : []),
  ...(loose.length > 0 ? ['Orange: loose parts'] : []),
  ...(nonManifold.length > 0 ? ['Violet: edges of more than two triangles'] : []),
]

/**
 * Draws the faults of a scan: holes outlined, loose parts colored; they shine through, so that none is hidden behind a
 * tooth.
 */
export function faultMarks(look: LookedAt, surface: Surface): Object3D {
  const marks = new Group()
  for (const hole of look.holes) marks.add(thickLines(hole, HOLE, PIXELS))
  if (look.nonManifold.length > 0) marks.add(thickLines(look.nonManifold, EDGE, PIXELS))
  if (look.loose.length > 0) marks.add(loosePart(look.loose, surface))
  return marks
}

function loosePart(loose: Uint32Array, { positions, indices }: Surface): Mesh {
  const corners = new Uint32Array(loose.length * 3)
  loose.forEach((facet, at) => corners.set(indices.subarray(facet * 3, facet * 3 + 3), at * 3))
  const geometry = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(corners, 1))
  const drawn = new Mesh(
    geometry,
    new MeshBasicMaterial({ color: LOOSE, side: DoubleSide, depthTest: false, transparent: true, opacity: 0.85 }),
  )
  drawn.renderOrder = 3
  return drawn
}
