import { statusNames } from '@archwire/contract/core/statuses.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { StatusTabs } from '../../ui/list/status-tabs.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
  /** How many cases are in each state, where shown. */
  counts?: Partial<Record<PatientStatus | 'all', number>> | undefined
  /** The state that waits for this person: its tab says so while cases are in it. */
  waitingFor?: PatientStatus | undefined
  /** What the list of all leaves out. */
  allHint?: string
  /** A view beside the states: other filters under a name. */
  view?: { label: string; hint: string; on: boolean; onOpen: () => void } | undefined
}

/** All cases first, then the states in life-cycle order (`work/practice-list`). */
export const CaseStatusTabs = ({ value, onChange, counts, waitingFor, allHint, view }: Props) => (
  <StatusTabs
    label="Status"
    value={view?.on ? view.label : value}
    onChange={(next) => (next === view?.label ? view.onOpen() : onChange(next))}
    tabs={[
      { value: '', label: 'All', count: counts?.all, hint: allHint },
      ...statusNames(patientStatuses).map((key) => ({
        value: String(patientStatuses[key].id),
        label: patientStatuses[key].label,
        count: counts?.[key],
        first: key === waitingFor,
        waiting: key === waitingFor && Boolean(counts?.[key]),
      })),
      ...(view ? [{ value: view.label, label: view.label, hint: view.hint }] : []),
    ]}
  />
)
