import { statusNames } from '@archwire/contract/core/statuses.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { StatusTabs } from '../../ui/list/status-tabs.tsx'

/** What the tab of the lab's questions is called where a state is chosen. */
export const questionsTab = 'questions'

interface Props {
  value: string
  onChange: (value: string) => void
  /** How many cases are in each state, where shown. */
  counts?: Partial<Record<PatientStatus | 'all', number>> | undefined
  /** The state that waits for this person: its tab says so while cases are in it. */
  waitingFor?: PatientStatus | undefined
  /** Cases in any state that wait for the doctor's answer: a tab of their own while there are some, or it is chosen. */
  questions?: number | undefined
  /** What the list of all leaves out. */
  allHint?: string
  /** A view beside the states: other filters under a name. */
  view?: { label: string; hint: string; on: boolean; onOpen: () => void } | undefined
}

/** All cases first, then the states in life-cycle order (`work/practice-list`). */
export const CaseStatusTabs = ({ value, onChange, counts, waitingFor, questions = 0, allHint, view }: Props) => (
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
      ...(questions > 0 || value === questionsTab
        ? [{ value: questionsTab, label: 'Questions to you', count: questions, first: true, waiting: questions > 0 }]
        : []),
      ...(view ? [{ value: view.label, label: view.label, hint: view.hint }] : []),
    ]}
  />
)
