import { rxFormEntries, type RxFormField, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { CaseForm } from './case-form.ts'
import { busyIn, withoutArch, withoutNote } from '../../features/files/index.ts'

export interface Missing {
  field: RxFormName
  section: string
  /** What to do, in plain language. */
  text: string
}

/** Why a field's files cannot be sent yet: in transfer, or an unanswered question about a scan. */
function openFiles(field: RxFormName, { scans, photos }: CaseForm): string | undefined {
  if (field !== 'stl_files' && field !== 'rx_intraoral_photos') return undefined
  if (field === 'stl_files') {
    if (withoutArch(scans) > 0) return 'Choose which arch each scan shows'
    if (withoutNote(scans) > 0) return 'Explain why the flagged scan is fine, or remove it'
  }
  const busy = busyIn(field === 'stl_files' ? scans : photos)
  if (busy > 0) return busy === 1 ? 'One file is still uploading' : `${busy} files are still uploading`
  return undefined
}

/** A field's message, with its subject. */
function named({ label, calledMissing, messagesNameIt }: RxFormField, message: string): string {
  const name = calledMissing ?? label
  return message === 'Required' ? name : messagesNameIt ? message : `${name}: ${message}`
}

/** What keeps the form from being submitted, in the order of the form. */
export function missingIn(caseForm: CaseForm): Missing[] {
  const problems = caseForm.form.problems()
  return rxFormEntries.flatMap(([name, field]): Missing[] => {
    const message = problems[name]?.[0]
    const text = openFiles(name, caseForm) ?? (message === undefined ? undefined : named(field, message))
    return text === undefined ? [] : [{ field: name, section: field.section, text }]
  })
}
