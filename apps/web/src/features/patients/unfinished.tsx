import type { Patient } from '@archwire/contract/patients/schema.ts'
import { openStepsOf } from '../../lib/open-steps.ts'
import { Note } from '../../ui/states.tsx'

/** What is not done yet, before a case goes on: changes that the doctor asked for, work steps (`work/unfinished`). */
export function Unfinished({ patient }: { patient: Patient }) {
  const asked = patient.changes_asked
  const steps = openStepsOf(patient.initial_case_setup?.processes)
  return (
    <>
      {asked && !asked.setup_is_newer && (
        <Note tone="warning">
          {asked.user_name} asked for changes, and no setup was uploaded since: “{asked.note}”
        </Note>
      )}
      {steps && <Note>{steps}</Note>}
    </>
  )
}
