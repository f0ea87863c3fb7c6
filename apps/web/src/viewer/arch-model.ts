import type { Rotation } from '@archwire/mesh'
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Raycaster,
  Vector3,
} from 'three'
import { facingOf, looksIn, tintInside } from './inside.ts'
import type { ShadedSurface } from './scan-reading/shaded-surface.ts'

const STONE = 0xddd5c6
const MOST_SAMPLES = 4000
/** How much hollows darken real colors: the scanner's camera has already captured part of it. */
const SHADE_OF_COLORS = 0.4
/** The linear light of each byte of a color: materials compute in light (IEC 61966-2-1). */
const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => new Color(`rgb(${byte}, 0, 0)`).r)

/** A point in millimeters, or a direction. */
type Spot = readonly [number, number, number]

/**
 * One scan on the stage: a surface of stone or in its own colors, and behind it an invisible copy that only fills the
 * depth buffer while the surface is translucent, so that a see-through arch shows its front and not every layer.
 */
export class ArchModel {
  readonly object = new Group()
  /** Where the scan belongs. */
  private readonly standing = new Matrix4()
  private readonly geometry = new BufferGeometry()
  private readonly stone = new MeshStandardMaterial({
    color: STONE,
    roughness: 0.78,
    metalness: 0,
    side: DoubleSide,
    vertexColors: true,
  })
  private readonly depthOnly = new MeshBasicMaterial({ colorWrite: false, side: DoubleSide, transparent: true })
  private readonly depthMesh: Mesh
  /** Directions already looked up, by point. */
  private readonly outward = new Map<string, Vector3>()
  private readonly surfaceMesh: Mesh

  private readonly shades: Float32Array
  private readonly colors: Uint8Array | null
  private inColor = true
  private painted: Uint8Array | null = null

  private readonly setTint: (isTinted: boolean) => void
  /** Which way it faces; null when it is closed. */
  private readonly facing: ReturnType<typeof facingOf>

  constructor({ positions, indices, normals, shades, colors }: ShadedSurface) {
    this.setTint = tintInside(this.stone)
    this.facing = facingOf({ positions, indices })
    this.geometry.setAttribute('position', new BufferAttribute(positions, 3))
    this.geometry.setAttribute('normal', new BufferAttribute(normals, 3))
    this.geometry.setAttribute('color', new BufferAttribute(shades, 3))
    this.shades = shades
    this.colors = colors ?? null
    this.dress()
    this.geometry.setIndex(new BufferAttribute(indices, 1))
    this.depthMesh = new Mesh(this.geometry, this.depthOnly)
    this.depthMesh.visible = false
    this.depthMesh.renderOrder = 1
    this.surfaceMesh = new Mesh(this.geometry, this.stone)
    this.surfaceMesh.renderOrder = 2
    this.object.add(this.depthMesh, this.surfaceMesh)
    this.object.matrixAutoUpdate = false
  }

  /** One that covers nothing. */
  static empty(): ArchModel {
    const nothing = () => new Float32Array(9)
    return new ArchModel({
      positions: nothing(),
      indices: new Uint32Array([0, 1, 2]),
      normals: nothing(),
      shades: nothing(),
    })
  }

  /** Moves the scan to where it belongs. */
  place(rotation: Rotation, offset: readonly [number, number, number]): void {
    const [right, anterior, up] = rotation
    this.standing.set(...right, offset[0], ...anterior, offset[1], ...up, offset[2], 0, 0, 0, 1)
    this.layAside(null)
  }

  placeLike(other: ArchModel): void {
    this.standing.copy(other.standing)
    this.object.matrix.copy(other.object.matrix)
    this.object.matrixWorldNeedsUpdate = true
  }

  /** Moves the scan away from where it belongs; null moves it back. */
  layAside(move: Matrix4 | null): void {
    this.object.matrix.copy(this.standing)
    if (move) this.object.matrix.premultiply(move)
    this.object.matrixWorldNeedsUpdate = true
  }

  /** Draws something on the scan in the coordinates of its file; the returned function removes it. */
  mark(marks: Object3D): () => void {
    this.object.add(marks)
    return () => void this.object.remove(marks)
  }

  /** Colors the scan (sRGB, three bytes per vertex, darkened in its hollows), or (null) restores its own color. */
  paint(colors: Uint8Array | null): void {
    this.painted = colors
    this.setTint(colors === null)
    this.dress()
  }

  /** Whether the scanner wrote colors. */
  get hasColors(): boolean {
    return this.colors !== null
  }

  /** Shows the scanner's colors, if any, or stone; a painting on the scan hides both. */
  set colored(value: boolean) {
    if (this.inColor === value) return
    this.inColor = value
    this.dress()
  }

  private dress(): void {
    const { shades, painted } = this
    const own = this.inColor ? this.colors : null
    const colors = painted ?? own
    // A painting is read by its legend and shaded like stone; real colors are shaded less.
    const depth = painted ? 1 : SHADE_OF_COLORS
    const attribute = this.geometry.getAttribute('color') as BufferAttribute
    this.stone.color.set(colors ? 0xffffff : STONE)
    attribute.array = colors ? shades.map((shade, at) => LINEAR[colors[at]!]! * (1 + (shade - 1) * depth)) : shades
    attribute.needsUpdate = true
  }

  /** Whether one looks into its inside from a place of the stage. */
  opensTo(eye: Spot): boolean {
    if (!this.facing) return false
    const way = new Vector3(...this.facing.way).transformDirection(this.object.matrix)
    const middle = this.toStage(this.facing.middle)
    return looksIn(
      way.toArray(),
      eye.map((value, axis) => value - middle[axis]!),
    )
  }

  /** A sample of its points in stage coordinates: enough to see how far it extends. */
  samplePoints(): Vector3[] {
    const position = this.geometry.getAttribute('position')
    const step = Math.max(1, Math.floor(position.count / MOST_SAMPLES))
    const points: Vector3[] = []
    for (let vertex = 0; vertex < position.count; vertex += step) {
      points.push(new Vector3().fromBufferAttribute(position, vertex).applyMatrix4(this.object.matrix))
    }
    return points
  }

  /** Points of the scan's file where the scan belongs, also while it is laid aside. */
  onStage(positions: Float32Array): Float32Array {
    return new BufferAttribute(positions.slice(), 3).applyMatrix4(this.standing).array as Float32Array
  }

  /** The stage coordinates of a point of the scan's file. */
  toStage(point: Spot): Spot {
    return new Vector3(...point).applyMatrix4(this.object.matrix).toArray()
  }

  /** The point of the scan's file at a place of the stage. */
  toFile(point: Spot): Spot {
    return new Vector3(...point).applyMatrix4(this.object.matrix.clone().invert()).toArray()
  }

  /** The surface normal, on the stage, at a point of the scan's file: that of its nearest vertex. */
  outwardAt(point: Spot): Spot {
    const key = point.join()
    const known = this.outward.get(key) ?? this.nearestNormal(new Vector3(...point))
    this.outward.set(key, known)
    return known.clone().transformDirection(this.object.matrix).toArray()
  }

  private nearestNormal(point: Vector3): Vector3 {
    const position = this.geometry.getAttribute('position')
    const vertex = new Vector3()
    let [nearest, least] = [0, Infinity]
    for (let i = 0; i < position.count; i += 1) {
      const distance = vertex.fromBufferAttribute(position, i).distanceToSquared(point)
      if (distance < least) [nearest, least] = [i, distance]
    }
    return new Vector3().fromBufferAttribute(this.geometry.getAttribute('normal'), nearest)
  }

  /** Where a ray meets the scan, if it is visible; marks on it do not count. */
  hit(ray: Raycaster): Intersection[] {
    return this.visible ? ray.intersectObject(this.surfaceMesh, false) : []
  }

  /** The corner of the hit facet that is next to the point. */
  cornerAt({ face, point }: Intersection): number {
    const place = this.toFile(point.toArray())
    const position = this.geometry.getAttribute('position')
    const away = (vertex: number) =>
      new Vector3().fromBufferAttribute(position, vertex).distanceToSquared(new Vector3(...place))
    return [face!.a, face!.b, face!.c].toSorted((corner, other) => away(corner) - away(other))[0]!
  }

  /** 0 (gone) to 1 (solid). */
  set opacity(value: number) {
    const seeThrough = value < 1
    this.depthMesh.visible = seeThrough
    this.stone.opacity = value
    if (this.stone.transparent !== seeThrough) this.stone.needsUpdate = true
    this.stone.transparent = seeThrough
  }

  /** Whether it is invisible. */
  get solid(): boolean {
    return this.visible && !this.depthMesh.visible
  }

  /** How many vertices it has. */
  get vertices(): number {
    return this.geometry.getAttribute('position').count
  }

  set visible(value: boolean) {
    this.object.visible = value
  }

  get visible(): boolean {
    return this.object.visible
  }

  dispose(): void {
    this.geometry.dispose()
    this.stone.dispose()
    this.depthOnly.dispose()
  }
}
