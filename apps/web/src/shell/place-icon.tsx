import { IconArrowRight } from '@tabler/icons-react'
import { placeIcons, type PlaceIconName } from '../lib/place-icons.ts'

/** The icon of a place in menu and palette; an arrow where a page has none. */
export function PlaceIcon({ name, size }: { name: PlaceIconName | undefined; size: number }) {
  const Icon = name ? placeIcons[name] : IconArrowRight
  return <Icon size={size} stroke={1.7} />
}
