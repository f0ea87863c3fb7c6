import { fieldsOf, name, notes, words } from '../core/record-fields.ts'

/** What a doctor writes who asks for changes (`cases/changes`). */
export const changesFields = fieldsOf({ note: words() })

/** What is said when a setup is completed without Notify, or a case is put on hold (`cases/complete`, `cases/hold`). */
export const caseFields = fieldsOf({
  approved_by: name(200).optional(),
  action_owner_name: name(200).optional(),
  reason: notes(10_000),
})
