import { IconBolt } from '@tabler/icons-react'
import { pageActions } from '../../lib/page-actions.ts'
import type { Destination } from './destination.ts'

/**
 * What can be done on the page in front of the person, in the words of its buttons. Nothing while another dialog
 * covers that page.
 */
export function actionsOfPage(): Destination[] {
  if (document.querySelector('[role=dialog], dialog[open]:not([data-palette])')) return []
  return pageActions().map(({ label, detail, why }) => ({
    key: `page-action-${label}`,
    label,
    detail,
    disabled: why,
    group: 'On this page',
    icon: <IconBolt size={17} stroke={1.7} aria-hidden="true" />,
    // What the page offers by now: it may have changed behind the palette.
    go: () =>
      pageActions()
        .find((offered) => offered.label === label && offered.why === undefined)
        ?.run(),
  }))
}
