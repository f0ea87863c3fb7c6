import type { Permission } from '@archwire/contract/permissions.ts'
import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import type { MenuRow } from './menu-rows.ts'
import type { PlaceIconName } from './place-icons.ts'
import type { Organization } from './session.tsx'

/**
 * The description of a page, given once, as its route's `staticData`. The route guard, the menu, the command palette
 * and the browser's tab read it; omitted fields restrict nothing.
 */
export interface Page {
  /** The title in the browser's tab, and in the menu where its line has none of its own. */
  title?: string
  /** What the tab says before the title: which record, by its number, never by a name. */
  tab?: (shown: { loaderData?: unknown; params: unknown }) => string | undefined
  icon?: PlaceIconName
  /** Who may open it. Pages for the lab's roles alone sign in through /management. */
  roles?: readonly UserRole[]
  /** Who holds one of these in the current organization may open it whatever the role: assistants who manage a practice. */
  orHolds?: readonly Permission[]
  /**
   * One of these is required, in the organization that the address names (`$organizationId`), else in the current one.
   */
  permissions?: readonly Permission[]
  /** Its places in menu and palette: one for all, or one per kind of person. */
  menu?: MenuLine | readonly MenuLine[]
  /** Shown without the shell around it: paper. */
  bare?: boolean
  /** Open while the account setup of the organization is not finished. */
  setup?: boolean
  /** Whether the lab's announcement is shown above it. */
  announcement?: boolean
  /** A list that the lab's global filter of organizations narrows; its address carries the key. */
  chosenOrganizations?: boolean
}

/** A place of a page in the menu, for some of those who may open it (`screens/menu`). */
export interface MenuLine {
  /** Its row in the sidebar (`menu-rows.ts`); without it only the command palette leads there. */
  row?: MenuRow
  /** The row of the sidebar whose More menu shows it. */
  more?: MenuRow
  title?: string
  profile?: 'normal' | 'management'
  roles?: readonly UserRole[]
  /** One of these roles is required in the current organization. */
  organizationRoles?: readonly OrganizationRole[]
  /** One of these is required in the current organization or everywhere. */
  permissions?: readonly Permission[]
  /** Returns why it cannot be opened now, as text; undefined when it can. */
  closed?: (organization: Organization) => string | undefined
}
