import { archPlaceTitle, measureKinds, type Jaw, type MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import type { Figure } from '@archwire/contract/measurements/table.ts'
import { toothName } from '@archwire/contract/measurements/teeth.ts'
import type { Placed } from './drafts.ts'
import type { Place } from './next-place.ts'

/** "Upper canines", "8 upper right central incisor". */
export const placeWords = (jaw: Jaw, place: Place): string =>
  typeof place === 'number' ? `${place} ${toothName(place)}` : `${jaw === 'upper' ? 'Upper' : 'Lower'} ${lower(place)}`

/** "Upper canines", "8 upper right central incisor", "Distance". */
export const shortWords = ({ kind, jaw, place }: Omit<Figure, 'value'>): string =>
  jaw !== null && place !== null ? placeWords(jaw, place) : measureKinds[kind].label

/** What to click next. */
export function hintOf(kind: MeasureKind, next: Placed | null): string {
  if (kind === 'distance') return 'Click two points on the scan. Esc ends.'
  if (kind === 'angle') return 'Click a point, the corner, and another point. Esc ends.'
  const place = next ? placeWords(next.jaw, next.place) : ''
  return kind === 'arch_width'
    ? `${place}: click the same point of both teeth. Esc ends.`
    : `${place}: click its widest points, one at each neighbor. Esc ends.`
}

const lower = (place: Exclude<Place, number>) => archPlaceTitle(place).toLowerCase()
