import { patients } from '@archwire/contract/client/patients'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../lib/query.ts'
import { Note } from '../../ui/states.tsx'

/** After a decision: the setup that has waited longest of those that wait for the practice (`cases/next-waiting`). */
export function NextWaiting({ decided }: { decided: Patient }) {
  const { data } = useQuery(
    query(patients.listOfOrganization, {
      params: { id: decided.organization_id },
      query: {
        'filter[patient_status_id]': String(patientStatuses.awaiting_approval.id),
        orderBy: 'setup_completed_at',
        order: 'asc',
        perPage: 10,
      },
    }),
  )
  const next = data?.patients.find(({ id, is_on_hold }) => id !== decided.id && !is_on_hold)
  if (!data || !next) return null
  const { total } = data.meta
  return (
    <Note>
      {total === 1 ? 'One more setup waits for approval.' : `${total} more setups wait for approval.`}
      <Link to="/patient-details/$id" params={{ id: next.id }}>
        Next: {next.formatted_name}
      </Link>
    </Note>
  )
}
