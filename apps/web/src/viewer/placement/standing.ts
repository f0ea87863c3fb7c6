import type { BiteMethod } from '@archwire/contract/bites/methods.ts'
import type { Arch } from '../scene-viewer.ts'
import { askPlacement } from './ask-placement.ts'
import type { BiteSign, Doubt, Place } from './place-scans.ts'

/** What a person moved: where each file stands, and how it was found. */
export type Held = { places: ReadonlyMap<number, Place>; method: BiteMethod }

/**
 * Where the scans on the stage stand. It asks for all of them anew whenever one arrives, one comes in more detail, or a
 * person places one; the last answer decides.
 */
export class Standing {
  bite: BiteSign = null
  /** Counts the times they were placed otherwise. */
  version = 0
  /** Where each scan stands, by file. */
  readonly places = new Map<number, Place>()
  /** Doubts by file. */
  readonly doubts = new Map<number, readonly Doubt[]>()
  /** What a person moved and has not saved; it goes before what is saved. */
  private held: Held | null = null
  private asked = 0
  private scene = 0

  /** Whether points of all scans can be measured against each other in the coordinates of their files. */
  get sharesCoordinates(): boolean {
    return new Set([...this.places.values()].map((place) => JSON.stringify(place))).size <= 1
  }

  /** Whether the arches meet as in the mouth: by their shapes, or because a person brought them together. */
  get isBite(): boolean {
    return this.bite === 'in_bite' || this.bite === 'placed'
  }

  /** Whether a person moved something that is not saved. */
  get isHeld(): boolean {
    return this.held !== null
  }

  /** Sets what is moved and not saved; null: nothing is. */
  hold(held: Held | null): void {
    this.held = held
  }

  /** Stands the scans up. `method`: how those that were saved were placed. Resolves to false when the scene has gone. */
  async place(arches: readonly Arch[], method: BiteMethod | null): Promise<boolean> {
    const [asked, scene] = [++this.asked, this.scene]
    // In the order of their files, not of their arrival: the newest of a jaw leads.
    const ordered = arches.toSorted((a, b) => a.file.id - b.file.id)
    const { held } = this
    const { places, bite, doubts } = await askPlacement(
      ordered.map(({ file, surface }) => ({
        jaws_id: file.jaws_id,
        surface,
        place: held?.places.get(file.id) ?? file.place,
      })),
      (held?.method ?? method) !== 'by_hand',
    )
    if (scene !== this.scene) return false
    // An answer that a newer question has overtaken still is better than none for the scans it knows.
    const before = JSON.stringify([...this.places])
    ordered.forEach(({ file, model }, at) => {
      this.doubts.set(file.id, doubts[at]!)
      this.places.set(file.id, places[at]!)
      model.place(places[at]!.rotation, places[at]!.offset)
    })
    if (asked === this.asked) this.bite = bite
    if (before !== JSON.stringify([...this.places])) this.version++
    return true
  }

  /** Forgets the scene; what is held of the next one, its tool says. */
  clear(): void {
    this.scene++
    this.bite = null
    this.doubts.clear()
    this.places.clear()
  }
}
