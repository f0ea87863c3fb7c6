import type { Surface, Vector3 } from '../surface.ts'
import { guessArchAxes } from './arch-axes.ts'
import { dot } from './vectors.ts'

/** How far below what stands out farthest the crowns of teeth reach, mm. */
const CROWNS_MM = 7
/** What stands out farthest, but for specks. */
const TOP = 0.995

/**
 * Tells which points of a scan lie in its occlusal band, the crowns of the teeth; null where its shape is not clear about
 * where they are. `millimeters`: of its unit.
 */
export function occlusalBand(surface: Surface, millimeters: number): ((vertex: number) => boolean) | null {
  const { teeth, sure } = guessArchAxes(surface)
  if (!sure.teeth) return null
  const { positions } = surface
  const heights = Float32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const at = vertex * 3
    return dot([positions[at]!, positions[at + 1]!, positions[at + 2]!] as Vector3, teeth)
  })
  const top = heights.slice().sort()[Math.floor((heights.length - 1) * TOP)]!
  return (vertex) => heights[vertex]! > top - CROWNS_MM / millimeters
}
