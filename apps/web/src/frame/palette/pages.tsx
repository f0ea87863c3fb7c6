import { useRouter } from '@tanstack/react-router'
import { furtherPlaces } from '../menu.ts'
import { PlaceIcon } from '../place-icon.tsx'
import { useListSearch, useMenu } from '../use-menu.ts'
import type { Destination } from './destination.ts'

/** The places of this person's menu, and the lab's lists that have no line there. */
export function usePages(): Destination[] {
  const router = useRouter()
  const searchOf = useListSearch()
  return [...useMenu(), ...useMenu(furtherPlaces)].map((item) => ({
    key: `page-${item.route}`,
    label: item.title,
    group: 'Go to',
    disabled: item.disabled,
    icon: <PlaceIcon route={item.route} size={17} />,
    go: () =>
      item.external
        ? void window.open(item.to, '_blank', 'noopener')
        : void router.navigate({ to: item.to, search: searchOf(item) as object }),
  }))
}
