import { IconBolt } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { onPageActions, pageActions } from '../../lib/page-actions.ts'
import { toast } from '../../lib/toast.ts'
import type { Destination } from './destination.ts'

/**
 * What can be done on the page in front of the person, in the words of its buttons. Nothing while another dialog covers
 * that page, and nothing of a page that came while the palette was open: what is picked was read of another case.
 */
export function usePageDestinations(): Destination[] {
  const router = useRouter()
  const [openedOn] = useState(() => router.state.location.pathname)
  const isSamePage = () =>
    router.state.location.pathname === openedOn && (router.state.resolvedLocation?.pathname ?? openedOn) === openedOn
  const offered = useSyncExternalStore(onPageActions, pageActions)
  if (!isSamePage() || document.querySelector('[role=dialog], dialog[open]:not([data-palette])')) return []
  return offered.map(({ key, label, detail, why }) => ({
    key: `page-action-${key}`,
    label,
    detail,
    disabled: why,
    group: 'On this page',
    icon: <IconBolt size={17} stroke={1.7} aria-hidden="true" />,
    go: () => {
      const action = isSamePage() ? pageActions().find((each) => each.key === key && each.why === undefined) : undefined
      if (action) action.run()
      else toast.error(`This is no longer possible: ${label}.`)
    },
  }))
}
