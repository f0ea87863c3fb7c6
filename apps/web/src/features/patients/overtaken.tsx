import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Note } from '../../ui/states.tsx'

/** Said in a dialog whose question somebody else has settled while it stood open: what was typed in it is not taken away. */
export const Overtaken = ({ patient }: { patient: Patient }) => (
  <Note tone="warning">
    Somebody else was faster: this case is {patient.is_on_hold ? 'On Hold' : patient.patient_status.label} now. What you
    wrote stays here until you close this.
  </Note>
)
