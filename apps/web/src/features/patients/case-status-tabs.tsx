import { every } from '@archwire/contract/core/every.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { StatusTabs } from '../../ui/list/status-tabs.tsx'

/** All first, then the states in the order of a case's life (`work/practice-list`). */
const order = every<PatientStatus>()(['new', 'in_progress', 'awaiting_approval', 'approved', 'completed'])

interface Props {
  value: string
  onChange: (value: string) => void
  /** How many cases are in each state, where that is shown. */
  counts?: Partial<Record<PatientStatus | 'all', number>> | undefined
}

export const CaseStatusTabs = ({ value, onChange, counts }: Props) => (
  <StatusTabs
    label="Status"
    value={value}
    onChange={onChange}
    tabs={[
      { value: '', label: 'All', count: counts?.all },
      ...order.map((key) => ({
        value: String(patientStatuses[key].id),
        label: patientStatuses[key].label,
        count: counts?.[key],
      })),
    ]}
  />
)
