import { patients } from '@archwire/contract/client/patients'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { PatientOrder } from '@archwire/contract/patients/search.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ListPlace } from '../case/list-place.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { Note } from '../../ui/states.tsx'

/** How many are looked through: practices with more waiting read "At least 100". */
const most = 100

/**
 * After a decision: the next setup of those that the same person may decide on, in the order of the list that the case
 * was opened from, or of the tab (`cases/next-waiting`).
 */
export function NextWaiting({ decided }: { decided: Patient }) {
  const { me } = useSession()
  const membership = me.organizations.find(({ id }) => id === decided.organization_id)
  const list = useLocation({ select: ({ state }) => state.list })
  const status = String(patientStatuses.awaiting_approval.id)
  const from = list?.search['filter[patient_status_id]'] === status ? list : undefined
  const asked = {
    'filter[patient_status_id]': status,
    // As the tab orders them, unless its list was ordered otherwise.
    orderBy: (from?.search.orderBy ?? 'created_at') as PatientOrder,
    order: from?.search.order === 'desc' ? ('desc' as const) : ('asc' as const),
    // Members decide on their own cases only (`cases/approve`).
    ...(membership?.pivot.role.name === 'organization_member' && { queryUser: me.id }),
  }
  const { data, isFetchedAfterMount } = useQuery(
    query(patients.listOfOrganization, {
      params: { id: decided.organization_id },
      query: { ...asked, perPage: most },
    }),
  )
  const left = data?.patients.filter(({ id }) => id !== decided.id) ?? []
  const waiting = left.filter(({ is_on_hold }) => !is_on_hold)
  // What has moved up into the place of the decided one; after the last one, the first.
  const next = left.slice(from?.at ?? 0).find(({ is_on_hold }) => !is_on_hold) ?? waiting[0]
  // What was known before the decision still counts it.
  if (!isFetchedAfterMount || !next) return null
  // From there the next and the previous case are those that wait, too; the way back leads where it led.
  const place: ListPlace = {
    organizationId: decided.organization_id,
    search: Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, String(value)])),
    at: left.indexOf(next),
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
