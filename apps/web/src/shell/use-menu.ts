import { useRouter } from '@tanstack/react-router'
import { chosenKey, useChosenOrganizations } from '../lib/chosen-organizations.ts'
import { setupOf } from '../lib/guard.ts'
import { useSession } from '../lib/session.tsx'
import { menuFor, placesOf, type MenuItem } from './menu.ts'

/**
 * The places of this person. While the account setup is not finished every place would only redirect to it, so there
 * are none.
 */
export function useMenu(): MenuItem[] {
  const session = useSession()
  const router = useRouter()
  return setupOf(session.me, session.organization) === 'done' ? menuFor(session, placesOf(router)) : []
}

/** The query string of a place: a list that the global filter narrows opens narrowed. */
export function useListSearch(): (item: MenuItem) => Record<string, string> {
  const { me } = useSession()
  const chosen = useChosenOrganizations(me.id)
  return ({ chosenOrganizations }): Record<string, string> =>
    chosenOrganizations && chosen !== '' ? { [chosenKey]: chosen } : {}
}
