import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Note } from '../../ui/states.tsx'

/** Shown in a dialog whose question another person has settled while it was open: its input is not discarded. */
export const Overtaken = ({ patient }: { patient: Patient }) => (
  <Note tone="warning">
    Somebody else was faster: this case is {patient.is_on_hold ? 'On Hold' : patient.patient_status.label} now. What you
    wrote stays here until you close this.
  </Note>
)
