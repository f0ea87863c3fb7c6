import type { Jaw, MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import type { Figure } from '@archwire/contract/measurements/table.ts'
import type { ArchModel } from '../arch-model.ts'
import { newIntent } from '../../lib/api.ts'
import type { Point } from '../stage.ts'
import { nextPlace, placesOf, type Place, type PlacedKind } from './next-place.ts'

/** A point of a scan in the coordinates of its file. */
export interface Spot {
  /** The id of its file; the model itself for a scan unknown to the server. */
  scan: number | ArchModel
  /** 1 upper, 2 lower, 3 both. */
  jawsId: 1 | 2 | 3
  point: Point
}

/** A measurement that exists only on this screen, until it is saved. */
export interface Draft extends Figure {
  /** Also the intent of saving it. */
  id: string
  spots: readonly Spot[]
}

/** Where something is measured. */
export interface Placed {
  jaw: Jaw
  place: Place
}

const placedKinds: readonly MeasureKind[] = ['arch_width', 'tooth_size']
export const isPlaced = (kind: MeasureKind | null): kind is PlacedKind => kind !== null && placedKinds.includes(kind)

/** The arches that points may be of. */
export const jawsOf = (spots: readonly Pick<Spot, 'jawsId'>[]): readonly Jaw[] => {
  const { jawsId } = spots[0] ?? { jawsId: 3 }
  return jawsId === 1 ? ['upper'] : jawsId === 2 ? ['lower'] : ['upper', 'lower']
}

const isAtSamePlace = (a: Figure, b: Figure): boolean =>
  a.place !== null && a.kind === b.kind && a.jaw === b.jaw && a.place === b.place

/** The measurements on this screen, and where the next arch width or tooth size goes. */
export class Drafts {
  all: readonly Draft[] = []
  private chosen: Placed | null = null
  private readonly last = new Map<PlacedKind, Placed>()

  /** Adds one; a place holds only one. */
  add(figure: Figure, spots: readonly Spot[]): void {
    this.put({ ...figure, id: newIntent(), spots })
  }

  /** Reassigns a draft to another place. */
  move(draft: Draft, to: Placed): void {
    // The content to send has changed.
    const moved = { ...draft, ...to, id: newIntent() }
    this.all = this.all.map((each) => (each.id === draft.id ? moved : each))
    this.settle(moved)
  }

  discard(draft: Pick<Draft, 'id'>): void {
    this.all = this.all.filter(({ id }) => id !== draft.id)
  }

  /** Drops those on scans unknown to the server: they disappear with their scene. */
  leaveScene(): void {
    this.all = this.all.filter(({ spots }) => spots.every(({ scan }) => typeof scan === 'number'))
    this.chosen = null
  }

  /** The person chooses where the next one goes. */
  choose(place: Placed | null): void {
    this.chosen = place
  }

  /**
   * Where the next one goes: as chosen, else after the last one where nothing is measured yet.
   * @param jaws that it may be of; the first one unless the last one was of another of them
   */
  next(kind: PlacedKind, jaws: readonly Jaw[], saved: readonly Figure[]): Placed {
    if (this.chosen && jaws.includes(this.chosen.jaw) && placesOf(kind, this.chosen.jaw).includes(this.chosen.place))
      return this.chosen
    const last = this.last.get(kind)
    const jaw = last && jaws.includes(last.jaw) ? last.jaw : jaws[0]!
    const here = [...saved, ...this.all].filter((figure) => figure.kind === kind && figure.jaw === jaw)
    const measured = new Set(here.flatMap(({ place }) => (place === null ? [] : [place])))
    const before = last?.jaw === jaw ? last.place : null
    return { jaw, place: nextPlace(kind, jaw, measured, before) ?? before ?? placesOf(kind, jaw)[0]! }
  }

  private put(draft: Draft): void {
    this.all = [...this.all, draft]
    this.settle(draft)
  }

  /** Clears this one's place of others; the next one goes after it. */
  private settle(draft: Draft): void {
    const { kind, jaw, place } = draft
    if (!isPlaced(kind) || jaw === null || place === null) return
    this.all = this.all.filter((other) => other.id === draft.id || !isAtSamePlace(other, draft))
    this.last.set(kind, { jaw, place })
    this.chosen = null
  }
}
