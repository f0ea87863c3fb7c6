import { fieldsOf, words } from '../core/record-fields.ts'

/** What a doctor writes who asks for changes (`cases/changes`). */
export const changesFields = fieldsOf({ note: words() })
