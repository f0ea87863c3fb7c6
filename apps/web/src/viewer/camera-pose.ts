import type { Vector3 } from '@archwire/mesh'
import type { PerspectiveCamera } from 'three'
import { Box3, Matrix4, Quaternion, Vector3 as Point } from 'three'
import type { OrthodonticView } from './orthodontic-views.ts'
import { pictureRight } from './orthodontic-views.ts'

/** Limits of the zoom, as shares of the fitted distance. */
const NEAREST = 0.12
const FARTHEST = 4
/** Room around a fitted model. */
const FIT_MARGIN = 1.06
/** A model seen from its small side keeps this share of the room that it needs when turned. */
const TURNING_ROOM = 0.68

/** The part of the canvas that no control covers, in CSS pixels from its edges. */
export type Insets = { top: number; right: number; bottom: number; left: number }

/**
 * The camera as a hand on the model: a target point, a rotation and a distance. Rotation is free in every direction, as
 * when a cast is turned in the hand.
 */
export class CameraPose {
  readonly target = new Point()
  readonly turn = new Quaternion()
  distance = 200
  private fitted = 200

  /** The turn that shows a view. */
  static turnOf(view: Pick<OrthodonticView, 'eye' | 'up'>): Quaternion {
    const axes = [pictureRight(view), view.up, view.eye].map((axis) => new Point(...axis)) as [Point, Point, Point]
    return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(...axes))
  }

  copy(): CameraPose {
    const pose = new CameraPose()
    pose.target.copy(this.target)
    pose.turn.copy(this.turn)
    pose.distance = this.distance
    pose.fitted = this.fitted
    return pose
  }

  /** A pose between two, `share` 0–1 of the way. */
  between(from: CameraPose, to: CameraPose, share: number): void {
    this.target.lerpVectors(from.target, to.target, share)
    this.turn.slerpQuaternions(from.turn, to.turn, share)
    this.distance = from.distance + (to.distance - from.distance) * share
    this.fitted = to.fitted
  }

  /** Rotates by angles in radians: to the right about the picture's up, upwards about the picture's right. */
  rotate(right: number, up: number): void {
    const aboutUp = new Quaternion().setFromAxisAngle(new Point(0, 1, 0), -right)
    const aboutRight = new Quaternion().setFromAxisAngle(new Point(1, 0, 0), -up)
    this.turn.multiply(aboutUp).multiply(aboutRight).normalize()
  }

  /** Rotates so that a direction points to the eye, keeping up as far as possible. */
  faceAlong(direction: Point): void {
    const eye = direction.clone().normalize()
    const up = new Point(0, 1, 0).applyQuaternion(this.turn)
    if (Math.abs(up.dot(eye)) > 0.95) up.set(0, 0, 1).applyQuaternion(this.turn)
    up.addScaledVector(eye, -up.dot(eye)).normalize()
    this.turn.copy(CameraPose.turnOf({ eye: eye.toArray(), up: up.toArray() }))
  }

  /** Moves the model by CSS pixels of a picture `height` pixels high. */
  pan(right: number, down: number, height: number, fieldOfView: number): void {
    const perPixel = (2 * this.distance * Math.tan(fieldOfView / 2)) / height
    this.target.add(new Point(-right * perPixel, down * perPixel, 0).applyQuaternion(this.turn))
  }

  /** Zooms in (factor below 1) or out. */
  zoom(factor: number): void {
    this.distance = Math.min(this.fitted * FARTHEST, Math.max(this.fitted * NEAREST, this.distance * factor))
  }

  /** Targets the middle of points from the distance at which they fill the free part of the picture. */
  fit(points: readonly Point[], camera: PerspectiveCamera, width: number, height: number, insets: Insets): void {
    if (points.length === 0) return
    const box = new Box3().setFromPoints([...points])
    box.getCenter(this.target)
    const half = Math.tan((camera.fov * Math.PI) / 360)
    const perWidth = height / Math.max(40, width - insets.left - insets.right)
    const perHeight = height / Math.max(40, height - insets.top - insets.bottom)
    const back = this.turn.clone().invert()
    const seen = new Point()
    let distance = 0
    let radius = 0
    for (const point of points) {
      seen.copy(point).sub(this.target).applyQuaternion(back)
      const needed = Math.max(Math.abs(seen.y) * perHeight, Math.abs(seen.x) * perWidth)
      distance = Math.max(distance, seen.z + (needed * FIT_MARGIN) / half)
      radius = Math.max(radius, seen.length())
    }
    const turning = (radius * Math.max(perWidth, perHeight) * TURNING_ROOM) / half
    this.distance = Math.max(distance, turning)
    this.fitted = this.distance
  }

  /** Puts a camera in this pose, the middle of the picture moved to the middle of its free part. */
  apply(camera: PerspectiveCamera, width: number, height: number, insets: Insets): void {
    camera.quaternion.copy(this.turn)
    camera.position.set(0, 0, this.distance).applyQuaternion(this.turn).add(this.target)
    camera.near = Math.max(0.5, this.distance - this.fitted * 1.5)
    camera.far = this.distance + this.fitted * 2
    camera.aspect = width / height
    camera.setViewOffset(
      width,
      height,
      (insets.right - insets.left) / 2,
      (insets.bottom - insets.top) / 2,
      width,
      height,
    )
    camera.updateProjectionMatrix()
  }

  /** Whether the eye is within a degree of the direction of a view, whatever is up. */
  looksFrom(view: OrthodonticView): boolean {
    const eye: Vector3 = view.eye
    return new Point(0, 0, 1).applyQuaternion(this.turn).dot(new Point(...eye)) > 0.9998
  }
}
