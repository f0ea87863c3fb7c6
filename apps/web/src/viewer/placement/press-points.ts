import type { Vector3 } from '@archwire/mesh'
import type { Triple } from '@archwire/mesh/bite/three-points.ts'
import { CameraPose } from '../camera-pose.ts'
import { ORTHODONTIC_VIEWS } from '../orthodontic-views.ts'
import { PointInput } from '../point-input.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import type { Stage } from '../stage.ts'
import { type Pressed, unitOf, whereStands } from './arches-on-stage.ts'
import type { Jaws, Picking } from './place-panel.ts'
import { pointMark } from './point-mark.ts'

/** What becomes of the places that are pressed. */
export interface PressActions {
  /** What is waited for, or what is wrong (`trouble`), has changed. */
  changed: (trouble: string | null) => void
  /** The front of an arch; false when the place says nothing. */
  front: (jaws: Jaws, place: Vector3) => boolean
  /** Three places of the lower arch, and the same three of the upper one. */
  meet: (lower: Triple, upper: Triple) => void
}

/** Takes the places that a person presses on the arches: the front of one, or three on each. */
export class PressPoints {
  picking: Picking = null
  private readonly input: PointInput
  private readonly stage: Stage
  private readonly viewer: SceneViewer
  private readonly act: PressActions
  private points: Record<'upper' | 'lower', Pressed[]> = { upper: [], lower: [] }
  private marks: (() => void)[] = []

  constructor(stage: Stage, viewer: SceneViewer, act: PressActions) {
    this.stage = stage
    this.viewer = viewer
    this.act = act
    this.input = new PointInput(stage, { put: (x, y) => this.put(x, y), end: () => this.pick(null) })
  }

  /** Shows keyboards where Enter presses. */
  get cross(): HTMLElement {
    return this.input.cross
  }

  /** To be called after each picture. */
  draw(): void {
    this.input.draw()
  }

  /** Waits for the front of an arch; a second time, waits no more. */
  pickFront(jaws: Jaws): void {
    const isOn = this.picking && 'front' in this.picking && this.picking.front === jaws
    this.pick(isOn ? null : { front: jaws })
  }

  /** Waits for three points on each arch, both chewing sides to the eye; a second time, waits no more. */
  pickPairs(): void {
    if (this.picking && 'upper' in this.picking) return this.pick(null)
    this.forgetPoints()
    this.viewer.showOnly(null, true)
    this.stage.fit(CameraPose.turnOf(ORTHODONTIC_VIEWS.find(({ unfolded }) => unfolded)!))
    this.pick({ upper: 0, lower: 0 })
  }

  stop(): void {
    this.pick(null)
  }

  /** The scene has gone: what was pressed on it means nothing in the next. */
  leaveScene(): void {
    this.forgetPoints()
    this.picking = null
    this.input.active = false
  }

  private pick(picking: Picking): void {
    const wasPair = this.picking !== null && 'upper' in this.picking
    this.picking = picking
    this.input.active = picking !== null
    // Who goes on by keyboard turns the model and sets the point with Enter.
    if (picking !== null) this.stage.canvas.focus({ preventScroll: true })
    if (picking === null || 'front' in picking) {
      this.forgetPoints()
      if (wasPair) this.shutMouth()
    }
    this.act.changed(null)
  }

  private forgetPoints(): void {
    this.points = { upper: [], lower: [] }
    for (const remove of this.marks) remove()
    this.marks = []
    this.stage.draw()
  }

  /** The mouth is shut again, seen from the front. */
  private shutMouth(): void {
    this.viewer.showOnly(null)
    this.stage.fit(CameraPose.turnOf(ORTHODONTIC_VIEWS[0]!))
  }

  private put(x: number, y: number): void {
    const met = this.stage.pickModel(x, y)
    const arch = met && this.viewer.arches.find(({ model }) => model === met.model)
    if (!this.picking || !met || !arch) return
    const pressed = { file: arch.file.id, point: met.model.toFile(met.point) }
    if ('front' in this.picking) {
      const jaws = this.picking.front
      const place = arch.file.jaws_id === jaws ? whereStands(this.viewer, pressed) : null
      if (!place || !this.act.front(jaws, place))
        return this.act.changed('Press nearer to the front teeth of that arch.')
      return this.pick(null)
    }
    const jaw = this.points.upper.length === this.points.lower.length ? 'upper' : 'lower'
    if (arch.file.jaws_id !== (jaw === 'upper' ? 1 : 2)) return this.act.changed(`That is not the ${jaw} arch.`)
    this.points[jaw].push(pressed)
    this.marks.push(met.model.mark(pointMark(pressed.point, this.points[jaw].length, unitOf(this.viewer.arches))))
    this.stage.draw()
    const { upper, lower } = this.points
    if (lower.length < 3) return this.pick({ upper: upper.length, lower: lower.length })
    const [from, to] = [lower, upper].map((places) => places.map((place) => whereStands(this.viewer, place)!))
    this.pick(null)
    this.act.meet(from as unknown as Triple, to as unknown as Triple)
  }
}
