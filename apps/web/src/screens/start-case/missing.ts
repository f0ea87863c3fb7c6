import { rxFormEntries, type RxFormField, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { visibleFields } from '@archwire/contract/rx-forms/rules.ts'
import type { CaseForm } from './case-form.ts'
import { failedIn, pendingIn, withoutArch, withoutNote } from '../../features/files/index.ts'
import { archQuestion, archWarning } from './arch-question.ts'

export interface Missing {
  field: RxFormName
  section: string
  /** What to do, in plain language. */
  text: string
}

/** Why a field's files cannot be sent yet: in transfer, not uploaded, or an unanswered question about a scan. */
function openFiles(field: RxFormName, { scans, photos, form, context }: CaseForm): string | undefined {
  if (field !== 'stl_files' && field !== 'rx_intraoral_photos') return undefined
  if (field === 'stl_files') {
    if (!visibleFields(form.values(), context).stl_files) return undefined
    if (withoutArch(scans) > 0) return 'Choose which arch each scan shows'
    if (withoutNote(scans) > 0) return 'Explain why the flagged scan is fine, or remove it'
  }
  const queue = field === 'stl_files' ? scans : photos
  const failed = failedIn(queue)
  if (failed.length === 1) return `${failed[0]} was not uploaded: add it again or remove it`
  if (failed.length > 1) return `${failed.length} files were not uploaded: add them again or remove them`
  const busy = pendingIn(queue)
  if (busy > 0) return busy === 1 ? 'One file is still uploading' : `${busy} files are still uploading`
  return undefined
}

/** A field's message, with its subject. */
function named({ label, calledMissing, messagesNameIt }: RxFormField, message: string): string {
  const name = calledMissing ?? label
  return message === 'Required' ? name : messagesNameIt ? message : `${name}: ${message}`
}

/** The arches are asked about last, until the question is answered. */
function arches(caseForm: CaseForm): string | undefined {
  const question = archQuestion(caseForm)
  return question === null ? undefined : archWarning(question)
}

/** What keeps the form from being submitted, in the order of the form. */
export function missingIn(caseForm: CaseForm): Missing[] {
  const problems = caseForm.form.problems()
  return rxFormEntries.flatMap(([name, field]): Missing[] => {
    const message = problems[name]?.[0]
    const text =
      openFiles(name, caseForm) ??
      (message === undefined ? undefined : named(field, message)) ??
      (name === 'stl_files' ? arches(caseForm) : undefined)
    return text === undefined ? [] : [{ field: name, section: field.section, text }]
  })
}
