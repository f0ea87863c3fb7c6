import {
  Color,
  DirectionalLight,
  HemisphereLight,
  NoToneMapping,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import type { ArchModel } from './arch-model.ts'
import type { Insets } from './camera-pose.ts'
import { CameraPose } from './camera-pose.ts'
import { ORTHODONTIC_VIEWS } from './orthodontic-views.ts'

/** A point or a direction: of the stage in millimeters, or of a scan's file. */
export type Point = readonly [number, number, number]

/** The initial view of a model: from the front. */
const FRONT = ORTHODONTIC_VIEWS[0]!
const FIELD_OF_VIEW = 22
/** Motion (`screens/motion`): short, easing out; none where people ask for less. */
const MOVE_MS = 150
/** Anything nearer to a point than this belongs to its own spot of the surface. */
const COVERING_MM = 0.5

/** The canvas with its light and camera. Draws only when something changed. */
export class Stage {
  readonly pose = new CameraPose()
  readonly canvas: HTMLCanvasElement
  /** Called after each picture. */
  onDrawn: () => void = () => undefined
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 1000)
  private readonly models = new Set<ArchModel>()
  private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 }
  private frame = 0
  private drawnSize = ''
  private move: { from: CameraPose; to: CameraPose; start: number } | null = null

  /** @throws when the browser has no WebGL */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
    this.pose.turn.copy(CameraPose.turnOf(FRONT))
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'high-performance' })
    this.renderer.toneMapping = NoToneMapping
    this.scene.add(this.camera)
    // Lights are attached to the camera: whichever way the model turns, it is lit from the upper left.
    this.camera.add(
      light(0xfff4e4, 2.5, -0.6, 0.75, 0.7),
      light(0xdfe8ff, 0.55, 0.9, 0.1, 0.5),
      light(0xffffff, 0.35, 0.1, -0.8, 0.4),
    )
    const around = new HemisphereLight(0xffffff, 0xb9a58c, 0.85)
    // Its direction is its place seen from the scene's origin: far away, that is the camera's up.
    around.position.set(0, 20_000, 6000)
    this.camera.add(around)
  }

  /** Lets the graphics processor compile its shaders before the first scan has arrived. */
  prepare(model: ArchModel): void {
    this.renderer.compile(model.object, this.camera, this.scene)
  }

  has(model: ArchModel): boolean {
    return this.models.has(model)
  }

  add(model: ArchModel): void {
    this.models.add(model)
    this.scene.add(model.object)
    this.draw()
  }

  /** Replaces one model by another, in the same picture. */
  replace(old: ArchModel, model: ArchModel): void {
    this.models.delete(old)
    this.scene.remove(old.object)
    old.dispose()
    this.add(model)
  }

  clear(): void {
    for (const model of this.models) {
      this.scene.remove(model.object)
      model.dispose()
    }
    this.models.clear()
    this.draw()
  }

  /** Sets where controls cover the canvas and how large it is, and draws again. */
  resize(width: number, height: number, insets: Insets): void {
    this.insets = insets
    const ratio = Math.min(2, window.devicePixelRatio)
    const now = [width, height, ratio].join()
    if (now === this.drawnSize) return this.draw()
    this.drawnSize = now
    this.renderer.setPixelRatio(ratio)
    this.renderer.setSize(width, height, false)
    // A resized canvas is empty, so it is not shown like that.
    this.drawNow()
  }

  /** Shows everything visible, in a new rotation or the one that it has or is turning to. */
  fit(turn = this.move?.to.turn ?? this.pose.turn): void {
    const to = this.pose.copy()
    to.turn.copy(turn)
    const { width, height } = this.size()
    to.fit(this.visiblePoints(), this.camera, width, height, this.insets)
    this.moveTo(to)
  }

  rotate(right: number, up: number): void {
    this.byHand(() => this.pose.rotate(right, up))
  }

  /** By CSS pixels. */
  pan(right: number, down: number): void {
    this.byHand(() => this.pose.pan(right, down, this.size().height, (FIELD_OF_VIEW * Math.PI) / 180))
  }

  zoom(factor: number): void {
    this.byHand(() => this.pose.zoom(factor))
  }

  /** The point of the visible scans under a place of the window, in CSS pixels; null beside them. */
  pick(x: number, y: number): Point | null {
    return this.pickModel(x, y)?.point ?? null
  }

  /** The same, with the scan that is met there and its vertex next to the point. */
  pickModel(x: number, y: number): { point: Point; model: ArchModel; vertex: number } | null {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2), this.camera)
    const nearest = [...this.models]
      .flatMap((model) => this.hits(model, ray).map((hit) => ({ ...hit, model })))
      .toSorted((a, b) => a.distance - b.distance)[0]
    return nearest
      ? { point: nearest.point.toArray(), model: nearest.model, vertex: nearest.model.cornerAt(nearest) }
      : null
  }

  /** Whether something solid is between the eye and a point; tests every facet, so not for each picture. */
  covers(point: Point): boolean {
    const way = new Vector3(...point).sub(this.camera.position)
    const far = way.length() - COVERING_MM
    const ray = new Raycaster(this.camera.position, way.normalize(), 0, far)
    return [...this.models].some((model) => model.solid && this.hits(model, ray).length > 0)
  }

  /**
   * Ends the motion in progress: keys come faster than pictures, and what they requested counts, not what was drawn
   * last.
   */
  settle(): void {
    if (this.move) this.pose.between(this.move.from, this.move.to, 1)
    this.move = null
    this.aim()
    this.draw()
  }

  /**
   * Hides everything in front of a plane, whose normal points at what stays; null shows everything. Nothing hidden can
   * be picked.
   */
  cut(plane: { point: Point; normal: Point } | null): void {
    this.renderer.clippingPlanes = plane
      ? [new Plane().setFromNormalAndCoplanarPoint(new Vector3(...plane.normal), new Vector3(...plane.point))]
      : []
    this.draw()
  }

  /** Moves a point to the middle at the current distance; turns the model if its surface would face away. */
  lookAt(point: Point, outward: Point): void {
    const to = this.pose.copy()
    to.target.set(...point)
    if (!this.faces(point, outward)) to.faceAlong(new Vector3(...outward))
    this.moveTo(to)
  }

  /** Where one looks from. */
  get eye(): Point {
    return this.camera.position.toArray()
  }

  /** Whether a surface at a point, `outward` its direction there, faces the eye. */
  faces(point: Point, outward: Point): boolean {
    return new Vector3(...outward).dot(this.camera.position.clone().sub(new Vector3(...point))) > 0
  }

  /** The screen position of a point of the stage, in CSS pixels of the canvas. */
  project(point: Point): { x: number; y: number } {
    const { width, height } = this.size()
    const seen = new Vector3(...point).project(this.camera)
    return { x: ((seen.x + 1) / 2) * width, y: ((1 - seen.y) / 2) * height }
  }

  /** The middle of the part that no control covers. */
  middle(): { x: number; y: number } {
    const { width, height } = this.size()
    const { left, right, top, bottom } = this.insets
    return { x: (left + width - right) / 2, y: (top + height - bottom) / 2 }
  }

  /** Requests a picture at the next opportunity. */
  draw(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.step(now))
  }

  /** The current picture on its background, as PNG. */
  async picture(background: readonly [string, string]): Promise<Blob | null> {
    this.drawNow()
    const { width, height } = this.canvas
    const sheet = new OffscreenCanvas(width, height)
    const pen = sheet.getContext('2d')
    if (!pen) return null
    const gradient = pen.createRadialGradient(
      width / 2,
      height * 0.42,
      0,
      width / 2,
      height * 0.42,
      Math.hypot(width, height) / 2,
    )
    gradient.addColorStop(0, background[0])
    gradient.addColorStop(1, background[1])
    pen.fillStyle = gradient
    pen.fillRect(0, 0, width, height)
    pen.drawImage(this.canvas, 0, 0)
    return sheet.convertToBlob({ type: 'image/png' })
  }

  private byHand(change: () => void): void {
    this.move = null
    change()
    this.draw()
  }

  private moveTo(to: CameraPose): void {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.move = { from: this.pose.copy(), to, start: still ? -Infinity : performance.now() }
    this.draw()
  }

  private step(now: number): void {
    this.frame = 0
    if (this.move) {
      const share = Math.min(1, Math.max(0, (now - this.move.start) / MOVE_MS))
      this.pose.between(this.move.from, this.move.to, 1 - (1 - share) ** 3)
      if (share === 1) this.move = null
      else this.draw()
    }
    this.drawNow()
    this.onDrawn()
  }

  private drawNow(): void {
    this.aim()
    this.renderer.setClearColor(new Color(0), 0)
    this.renderer.render(this.scene, this.camera)
  }

  /** Where a ray meets the visible part of a scan. */
  private hits(model: ArchModel, ray: Raycaster) {
    const [cut] = this.renderer.clippingPlanes as Plane[]
    return model.hit(ray).filter(({ point }) => !cut || cut.distanceToPoint(point) >= 0)
  }

  /** Moves camera and models to their final positions now. */
  private aim(): void {
    const { width, height } = this.size()
    this.pose.apply(this.camera, width, height, this.insets)
    this.scene.updateMatrixWorld()
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) }
  }

  private visiblePoints(): Vector3[] {
    return [...this.models].filter((model) => model.visible).flatMap((model) => model.samplePoints())
  }
}

function light(color: number, strength: number, x: number, y: number, z: number): DirectionalLight {
  const lamp = new DirectionalLight(color, strength)
  lamp.position.copy(new Vector3(x, y, z).normalize())
  // The target stays in the camera's frame, too.
  lamp.add(lamp.target)
  lamp.target.position.copy(lamp.position).negate()
  return lamp
}
