import type { ArchModel } from './arch-model.ts'
import { Matrix4, type Vector3 } from 'three'

/** Gap between the arches of an open mouth, in millimeters. */
const GAP = 6

/**
 * The move that lays an upper arch open above a lower one, as on a photo sheet: turned over around the axis from side
 * to side, so that its teeth face up as the lower ones do and its front is at the far end, and moved back until both
 * are apart. The patient's right stays at the same side. Axes of the stage: +X the patient's right, +Y anterior, +Z up.
 */
export function unfolding(upper: readonly Vector3[], lower: readonly Vector3[]): Matrix4 {
  const over = new Matrix4().makeRotationX(Math.PI)
  if (upper.length === 0 || lower.length === 0) return over
  const farthestBack = Math.min(...lower.map(({ y }) => y))
  // Turned over, the rearmost part comes to the front.
  const turnedFront = Math.max(...upper.map(({ y }) => -y))
  const highest = Math.max(...lower.map(({ z }) => z))
  const turnedHighest = Math.max(...upper.map(({ z }) => -z))
  return new Matrix4().makeTranslation(0, farthestBack - GAP - turnedFront, highest - turnedHighest).multiply(over)
}

/** Opens the upper arch of scans above the lower one, or moves all back to their places. */
export function layOpen(arches: readonly { file: { jaws_id: 1 | 2 | 3 }; model: ArchModel }[], open: boolean): void {
  for (const { model } of arches) model.layAside(null)
  if (!open) return
  const pointsOf = (jaw: 1 | 2) =>
    arches.filter(({ file }) => file.jaws_id === jaw).flatMap(({ model }) => model.samplePoints())
  const move = unfolding(pointsOf(1), pointsOf(2))
  for (const { file, model } of arches) if (file.jaws_id === 1) model.layAside(move)
}
