import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { ReactNode } from 'react'
import { Note } from '../../ui/states.tsx'
import { lackingArch } from './setup-arches.ts'

interface Props {
  patient: Patient
  /** The work steps that are not finished. */
  openSteps: ReactNode
}

/**
 * What is not done yet, before a case proceeds: changes that the doctor asked for, an ordered arch without a setup
 * (`cases/setup-arches`), changes of the Rx form that were not read, work steps (`work/unfinished`).
 */
export function Unfinished({ patient, openSteps }: Props) {
  const asked = patient.changes_asked
  const lacking = lackingArch(patient)
  const unread = new Set(patient.rx_form_unread.flatMap(({ changes }) => changes.map(({ label }) => label)))
  return (
    <>
      {asked && !asked.setup_is_newer && (
        <Note tone="warning">
          {asked.user_name} asked for changes, and no setup has been uploaded since: “{asked.note}”
        </Note>
      )}
      {lacking && <Note tone="warning">{lacking.text}</Note>}
      {unread.size > 0 && (
        <Note tone="warning">
          The Rx form was changed, and you have not confirmed reading it: {[...unread].join(', ')}.
        </Note>
      )}
      {openSteps}
    </>
  )
}
