import { archPlaces, type ArchPlace, type Jaw } from '@archwire/contract/measurements/kinds.ts'
import { boltonTeeth, teethOf } from '@archwire/contract/measurements/teeth.ts'

/** Kinds of measurements that have a place, which holds only one. */
export type PlacedKind = 'arch_width' | 'tooth_size'
export type Place = ArchPlace | number

/**
 * The likely next place, so that a row of teeth takes two clicks each: after `last`, where nothing is measured yet;
 * else the first such place. Teeth that Bolton's ratios need precede the others. Null when all are measured.
 */
export function nextPlace(kind: PlacedKind, jaw: Jaw, measured: ReadonlySet<Place>, last: Place | null): Place | null {
  const free = (places: readonly Place[]) => places.find((place) => !measured.has(place))
  const behind = (places: readonly Place[]) => places.slice(last === null ? 0 : places.indexOf(last) + 1)
  if (kind === 'arch_width') return free(behind(archPlaces)) ?? free(archPlaces) ?? null
  const needed = boltonTeeth.overall[jaw]
  return free(behind(needed)) ?? free(needed) ?? free(teethOf[jaw]) ?? null
}

/** All places of a kind in one arch. */
export const placesOf = (kind: PlacedKind, jaw: Jaw): readonly Place[] =>
  kind === 'arch_width' ? archPlaces : teethOf[jaw]
