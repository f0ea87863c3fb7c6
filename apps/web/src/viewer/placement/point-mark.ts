import { Mesh, MeshBasicMaterial, type Object3D, SphereGeometry } from 'three'

/** One color for each of three points: the same on both arches. */
const COLORS = [0xe0512b, 0x2f9e44, 0x3d6bd9]
const RADIUS_MM = 0.8

/** A ball at a point of a scan (`unit`: millimeters of its unit), seen through what is in front of it. */
export function pointMark(point: readonly [number, number, number], number: number, unit: number): Object3D {
  const material = new MeshBasicMaterial({ color: COLORS[number - 1]!, depthTest: false, transparent: true })
  const ball = new Mesh(new SphereGeometry(RADIUS_MM / unit, 16, 12), material)
  ball.position.set(...point)
  ball.renderOrder = 5
  return ball
}
