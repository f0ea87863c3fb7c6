import { isManagement } from '@archwire/contract/roles.ts'
import { use, useCallback } from 'react'
import { PlacesInList } from './list-place.ts'
import { roleOf, useSession } from '../../lib/session.tsx'

/** Where a case opens from lists and palette: the lab and its partners go to its workflow, practices to its details (`work/case-page`); with its place in the list around. */
export function useCasePage() {
  const { me } = useSession()
  const to = isManagement(roleOf(me)) ? ('/patient-workflow/$id' as const) : ('/patient-details/$id' as const)
  const stateOf = use(PlacesInList)
  // Its place in the list is looked up when it is opened, not for each link that is drawn.
  return useCallback((id: number) => ({ to, params: { id }, state: () => stateOf(id) }), [to, stateOf])
}
