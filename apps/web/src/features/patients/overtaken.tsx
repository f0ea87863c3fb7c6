import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Note } from '../../ui/states.tsx'

/** Shown in a dialog whose question another person has settled while it was open: its input is not discarded. */
export const Overtaken = ({ patient }: { patient: Patient }) => (
  <Note tone="warning">
    Someone else just changed this case: it is now {patient.is_on_hold ? 'On Hold' : patient.patient_status.label}. Your
    text stays here until you close this window.
  </Note>
)
