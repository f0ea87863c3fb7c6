import type { Permission } from '@archwire/contract/permissions.ts'
import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import type { PlaceIconName } from './place-icons.ts'
import type { Organization } from './session.tsx'

/**
 * The description of a page, given once, as its route's `staticData`. The route guard, the menu, the command palette and the
 * browser's tab read it; what is left out restricts nothing.
 */
export interface Page {
  /** What the browser's tab says, and the menu where its line has no title of its own. */
  title?: string
  icon?: PlaceIconName
  /** Who may open it. A page of the lab's roles alone is signed in to through /management. */
  roles?: readonly UserRole[]
  /** One of these must be held, in the organization that the address names (`$organizationId`), else in the current one. */
  permissions?: readonly Permission[]
  /** Its places in menu and palette: one for all, or one a kind of person. */
  menu?: MenuLine | readonly MenuLine[]
  /** Open while the account setup of the organization is not finished. */
  setup?: boolean
  /** The lab's announcement stands above it. */
  announcement?: boolean
  /** A list that the lab's global filter of organizations narrows; its address carries the key. */
  chosenOrganizations?: boolean
}

/** A place of a page in the menu, for some of those who may open it (`screens/menu`). */
export interface MenuLine {
  /** Where it stands in the sidebar, from the top; without it only the command palette leads there. */
  row?: number
  title?: string
  profile?: 'normal' | 'management'
  roles?: readonly UserRole[]
  /** One of these roles must be held in the current organization. */
  organizationRoles?: readonly OrganizationRole[]
  /** One of these must be held in the current organization or everywhere. */
  permissions?: readonly Permission[]
  /** Says in words why it cannot be opened now; undefined when it can. */
  closed?: (organization: Organization) => string | undefined
}
