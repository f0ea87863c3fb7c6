import type { Bite } from '@archwire/contract/bites/routes.ts'
import type { Vector3 } from '@archwire/mesh'
import type { Scene } from '../scene.ts'
import type { SceneViewer } from '../scene-viewer.ts'
import { archesOfScene } from './arches-on-stage.ts'
import type { Jaws } from './place-panel.ts'
import type { Place } from './place-scans.ts'
import type { Held } from './standing.ts'

/** What was moved in a scene, and the version it was moved from: a newer one is not overwritten unseen. */
type Moved = { steps: Held[]; from: number | null }

/** What a person moved and has not saved, step by step; of each scene for itself, so that it is there when they come back. */
export class Steps {
  private readonly viewer: SceneViewer
  private readonly scenes = new Map<string, Moved>()

  constructor(viewer: SceneViewer) {
    this.viewer = viewer
  }

  /** The last step, from which the next one starts; null while nothing is moved. */
  get last(): Held | null {
    return this.here.steps.at(-1) ?? null
  }

  /** Whether something is not saved, in whatever scene. */
  get isAny(): boolean {
    return [...this.scenes.values()].some(({ steps }) => steps.length > 0)
  }

  /** The version that is moved from; null until it is known. */
  get from(): number | null {
    return this.here.from
  }

  set from(version: number) {
    this.here.from = version
  }

  add(step: Held): void {
    this.here.steps.push(step)
  }

  takeBack(): void {
    this.here.steps.pop()
  }

  /** What was moved in a scene was saved as a version. */
  saved(scene: Scene, version: number): void {
    this.scenes.set(nameOf(scene), { steps: [], from: version })
  }

  private get here(): Moved {
    const name = nameOf(this.viewer.scene)
    const moved = this.scenes.get(name) ?? { steps: [], from: null }
    this.scenes.set(name, moved)
    return moved
  }

  /** Where a scan stands after the last step. */
  placeOf(file: number): Place | undefined {
    return this.last?.places.get(file) ?? this.viewer.standing.places.get(file)
  }

  /** Where all scans would stand after a change of what they stand like now. */
  places(change: (jaws: Jaws, place: Place, file: number) => Place): Map<number, Place> {
    return new Map(
      archesOfScene(this.viewer).flatMap(({ file }) => {
        const place = this.placeOf(file.id)
        return place ? [[file.id, change(file.jaws_id, place, file.id)] as const] : []
      }),
    )
  }

  /** All scans as a version that was saved has them. */
  asThen({ places, method }: Bite): Held {
    const then = new Map(places.map(({ file_id, ...place }) => [file_id, place]))
    return { places: this.places((_, place, file) => then.get(file) ?? place), method }
  }
}

const nameOf = (scene: Scene | null): string => scene?.viewer_id ?? ''

/** Where each scan stands, as the server takes it. */
export const placesSent = (places: ReadonlyMap<number, Place>) =>
  [...places].map(([file_id, { rotation, offset }]) => ({
    file_id,
    rotation: [...rotation] as [Vector3, Vector3, Vector3],
    offset,
  }))
