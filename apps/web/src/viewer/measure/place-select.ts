import type { Jaw } from '@archwire/contract/measurements/kinds.ts'
import { element } from '../element.ts'
import type { Placed } from './drafts.ts'
import { placeWords } from './measure-words.ts'
import { placesOf, type PlacedKind } from './next-place.ts'

const idOf = ({ jaw, place }: Placed): string => `${jaw} ${place}`

/** A list of the places of some arches, one of them chosen. */
export function placeSelect(
  kind: PlacedKind,
  jaws: readonly Jaw[],
  chosen: Placed,
  choose: (place: Placed) => void,
): HTMLSelectElement {
  const places = jaws.flatMap((jaw) => placesOf(kind, jaw).map((place) => ({ jaw, place })))
  const options = places.map((each) =>
    element('option', { value: idOf(each), selected: idOf(each) === idOf(chosen) }, placeWords(each.jaw, each.place)),
  )
  const label = kind === 'arch_width' ? 'Between which teeth' : 'Which tooth'
  const select = element('select', { 'aria-label': label }, ...options)
  select.addEventListener('change', () => choose(places[select.selectedIndex]!))
  return select
}
