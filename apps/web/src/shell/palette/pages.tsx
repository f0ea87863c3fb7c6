import { useRouter } from '@tanstack/react-router'
import { PlaceIcon } from '../place-icon.tsx'
import { useListSearch, useMenu } from '../use-menu.ts'
import type { Destination } from './destination.ts'

/** The places of this person's menu, and the lab's lists that have no line there. */
export function usePages(): Destination[] {
  const router = useRouter()
  const searchOf = useListSearch()
  return useMenu().map((item) => ({
    key: `page-${item.route}-${item.title}`,
    label: item.title,
    group: 'Go to',
    disabled: item.disabled,
    icon: <PlaceIcon name={item.icon} size={17} />,
    go: () => void router.navigate({ to: item.to, search: searchOf(item) as object }),
  }))
}
