import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'

/** Line segments as pairs of points (x, y, z each), some pixels wide; they shine through what is in front of them. */
export function thickLines(pairs: Float32Array, color: number, pixels: number): LineSegments2 {
  const geometry = new LineSegmentsGeometry().setPositions(pairs)
  const material = new LineMaterial({ color, linewidth: pixels, depthTest: false, transparent: true })
  const lines = new LineSegments2(geometry, material)
  lines.renderOrder = 4
  lines.frustumCulled = false
  return lines
}

/** A line through points as pairs of points. */
export function pairsOf(points: Float32Array, closed: boolean): Float32Array {
  const corners = points.length / 3
  const pieces = closed ? corners : corners - 1
  const pairs = new Float32Array(Math.max(0, pieces) * 6)
  for (let piece = 0; piece < pieces; piece++) {
    const next = ((piece + 1) % corners) * 3
    pairs.set(points.subarray(piece * 3, piece * 3 + 3), piece * 6)
    pairs.set(points.subarray(next, next + 3), piece * 6 + 3)
  }
  return pairs
}
