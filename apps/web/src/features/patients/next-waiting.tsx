import { patients } from '@archwire/contract/client/patients'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ListPlace } from '../../lib/list-place.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { Note } from '../../ui/states.tsx'

/** How many are looked through: practices with more waiting read "At least 100". */
const most = 100

/**
 * After a decision: the setup that has waited longest of those that the same person may decide on
 * (`cases/next-waiting`).
 */
export function NextWaiting({ decided }: { decided: Patient }) {
  const { me } = useSession()
  const membership = me.organizations.find(({ id }) => id === decided.organization_id)
  const asked = {
    'filter[patient_status_id]': String(patientStatuses.awaiting_approval.id),
    orderBy: 'setup_completed_at' as const,
    order: 'asc' as const,
    // Members decide on their own cases only (`cases/approve`).
    ...(membership?.pivot.role.name === 'organization_member' && { queryUser: me.id }),
  }
  const { data, isFetchedAfterMount } = useQuery(
    query(patients.listOfOrganization, {
      params: { id: decided.organization_id },
      query: { ...asked, perPage: most },
    }),
  )
  const list = useLocation({ select: ({ state }) => state.list })
  const waiting = data?.patients.filter(({ id, is_on_hold }) => id !== decided.id && !is_on_hold) ?? []
  const [next] = waiting
  // What was known before the decision still counts it.
  if (!isFetchedAfterMount || !next) return null
  // From there the next and the previous case are those that wait, too; the way back leads where it led.
  const place: ListPlace = {
    organizationId: decided.organization_id,
    search: Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, String(value)])),
    at: data?.patients.indexOf(next) ?? 0,
    page: list?.page ?? {
      to: '/patients',
      search: { 'filter[patient_status_id]': asked['filter[patient_status_id]'] },
    },
  }
  const count = data?.meta.next ? `At least ${most}` : waiting.length
  return (
    <Note>
      {waiting.length === 1 ? 'One more setup waits for approval.' : `${count} more setups wait for approval.`}
      <Link to="/patient-details/$id" params={{ id: next.id }} state={{ list: place }}>
        Next: {next.formatted_name}
      </Link>
    </Note>
  )
}
