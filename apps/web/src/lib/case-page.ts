import { isStaff } from '@archwire/contract/roles.ts'
import { roleOf, useSession } from './session.tsx'

/** Where a case opens from lists and palette: staff go to its workflow, all others to its details (`work/case-page`). */
export function useCasePage() {
  const { me } = useSession()
  const to = isStaff(roleOf(me)) ? ('/patient-workflow/$id' as const) : ('/patient-details/$id' as const)
  return (id: number) => ({ to, params: { id } })
}
