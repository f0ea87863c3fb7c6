import type { Point } from '../stage.ts'

/** How the model is cut: level with the bite, or upright and turned around the vertical; and how far along. */
export type Cut = {
  level: boolean
  /** Degrees that an upright plane is turned: 0 lies across the mouth (coronal), 90 along it (sagittal). */
  turn: number
  /** Millimeters from the middle of what is cut, along `normal`. */
  offset: number
}

/** The plane of a cut on the stage, in unit vectors: `normal` points at the viewer of the sheet, `right` and `up` span it. */
export type CuttingPlane = { point: Point; normal: Point; right: Point; up: Point }

/** Returns the plane of a cut. Axes of the stage: +X the patient's right, +Y anterior, +Z up. */
export function cuttingPlane({ level, turn, offset }: Cut, middle: Point): CuttingPlane {
  const angle = (turn * Math.PI) / 180
  // The patient's right is at the left and the front teeth at the top, as on a photo sheet: a level cut is seen from below.
  const normal: Point = level ? [0, 0, -1] : [Math.sin(angle), Math.cos(angle), 0]
  const right: Point = level ? [-1, 0, 0] : [-Math.cos(angle), Math.sin(angle), 0]
  const up: Point = level ? [0, 1, 0] : [0, 0, 1]
  const point = middle.map((value, axis) => value + normal[axis]! * offset) as unknown as Point
  return { point, normal, right, up }
}

/** Projects a point of the stage onto the sheet: millimeters to the right and up of the plane's point. */
export function onSheet({ point, right, up }: CuttingPlane, place: Point): readonly [number, number] {
  const along = (axis: Point) => place.reduce((sum, value, at) => sum + (value - point[at]!) * axis[at]!, 0)
  return [along(right), along(up)]
}

/** Returns the range of offsets at which a cut still meets the points, in whole millimeters. */
export function reachOf(points: readonly Point[], cut: Cut, middle: Point): readonly [number, number] {
  const { normal } = cuttingPlane({ ...cut, offset: 0 }, middle)
  let [least, most] = [0, 0]
  for (const point of points) {
    const along = point.reduce((sum, value, axis) => sum + (value - middle[axis]!) * normal[axis]!, 0)
    least = Math.min(least, along)
    most = Math.max(most, along)
  }
  return [Math.ceil(least), Math.floor(most)]
}
