import { Box3, PerspectiveCamera, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { CameraPose } from './camera-pose.ts'
import { ORTHODONTIC_VIEWS } from './orthodontic-views.ts'

const ARCHES = new Box3(new Vector3(-34, -33, -15), new Vector3(34, 27, 18))
const SCREENS = [
  { width: 1440, height: 900, insets: { top: 82, right: 70, bottom: 84, left: 70 } },
  { width: 390, height: 844, insets: { top: 70, right: 8, bottom: 150, left: 8 } },
  { width: 844, height: 390, insets: { top: 82, right: 70, bottom: 70, left: 70 } },
]

describe.each(SCREENS)('fitted on $width × $height', ({ width, height, insets }) => {
  it.each(ORTHODONTIC_VIEWS)('the $label view keeps the model off the controls', (view) => {
    const camera = new PerspectiveCamera(22, 1, 1, 1000)
    const pose = new CameraPose()
    pose.turn.copy(CameraPose.turnOf(view))
    pose.fit(corners(ARCHES), camera, width, height, insets)
    pose.apply(camera, width, height, insets)
    camera.updateMatrixWorld(true)
    for (let corner = 0; corner < 8; corner++) {
      const seen = corners(ARCHES)[corner]!.project(camera)
      const x = ((seen.x + 1) / 2) * width
      const y = ((1 - seen.y) / 2) * height
      expect(x).toBeGreaterThanOrEqual(insets.left)
      expect(x).toBeLessThanOrEqual(width - insets.right)
      expect(y).toBeGreaterThanOrEqual(insets.top)
      expect(y).toBeLessThanOrEqual(height - insets.bottom)
      expect(Math.abs(seen.z)).toBeLessThan(1)
    }
    expect(pose.looksFrom(view)).toBe(true)
  })
})

describe('a hand', () => {
  it("turns the model with it: a drag to the right brings forward what was at the left, the patient's right side", () => {
    const pose = new CameraPose()
    pose.turn.copy(CameraPose.turnOf(ORTHODONTIC_VIEWS[0]!))
    pose.rotate(Math.PI / 2, 0)
    expect(pose.looksFrom(ORTHODONTIC_VIEWS.find((view) => view.name === 'right')!)).toBe(true)
  })

  it('cannot zoom through the model or lose it', () => {
    const pose = new CameraPose()
    pose.fit(corners(ARCHES), new PerspectiveCamera(22), 800, 600, { top: 0, right: 0, bottom: 0, left: 0 })
    const fitted = pose.distance
    for (let step = 0; step < 100; step++) pose.zoom(0.8)
    expect(pose.distance).toBeCloseTo(fitted * 0.12)
    for (let step = 0; step < 100; step++) pose.zoom(1.3)
    expect(pose.distance).toBeCloseTo(fitted * 4)
  })
})

function corners(box: Box3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => new Vector3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z),
  )
}

it('faces a direction, whichever way it stood', () => {
  const pose = new CameraPose()
  for (const direction of [new Vector3(0, 0, 1), new Vector3(0, 0, -1), new Vector3(0, 1, 0), new Vector3(1, 2, -3)]) {
    pose.faceAlong(direction)
    const eye = new Vector3(0, 0, 1).applyQuaternion(pose.turn)
    expect(eye.distanceTo(direction.normalize())).toBeLessThan(1e-6)
  }
})
