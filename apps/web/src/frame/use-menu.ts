import { useRouter } from '@tanstack/react-router'
import { chosenKey, useChosenOrganizations } from '../lib/chosen-organizations.ts'
import { setupOf } from '../lib/guard.ts'
import { useSession } from '../lib/session.tsx'
import { menuFor, sidebarPlaces, type MenuItem } from './menu.ts'

/**
 * The places of this person whose screens there are: the router's tree knows, nobody has to remember. While the account
 * setup is not finished every place would only lead back to it, so there are none.
 */
export function useMenu(places = sidebarPlaces): MenuItem[] {
  const session = useSession()
  const router = useRouter()
  if (setupOf(session.me, session.organization) !== 'done') return []
  return menuFor(session, (route) => route in router.routesByPath, places)
}

/** What stands behind the `?` of a place: a list that the global filter narrows is reached narrowed. */
export function useListSearch(): (item: MenuItem) => Record<string, string> {
  const { me } = useSession()
  const chosen = useChosenOrganizations(me.id)
  const { routesById } = useRouter()
  const narrowed = Object.values(routesById as unknown as Record<string, { fullPath: string; options: Options }>)
    .filter(({ options }) => options.staticData?.chosenOrganizations)
    .map(({ fullPath }) => fullPath)
  return ({ route }): Record<string, string> =>
    chosen !== '' && narrowed.includes(route) ? { [chosenKey]: chosen } : {}
}

interface Options {
  staticData?: { chosenOrganizations?: boolean }
}
