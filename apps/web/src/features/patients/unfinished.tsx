import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { ReactNode } from 'react'
import { Note } from '../../ui/states.tsx'

interface Props {
  patient: Patient
  /** The work steps that are not finished. */
  openSteps: ReactNode
}

/** What is not done yet, before a case goes on: changes that the doctor asked for, work steps (`work/unfinished`). */
export function Unfinished({ patient, openSteps }: Props) {
  const asked = patient.changes_asked
  return (
    <>
      {asked && !asked.setup_is_newer && (
        <Note tone="warning">
          {asked.user_name} asked for changes, and no setup was uploaded since: “{asked.note}”
        </Note>
      )}
      {openSteps}
    </>
  )
}
