import { fieldsOf, line } from '../core/record-fields.ts'

/** What a person types of a saved view (`work/views`). */
export const viewFields = fieldsOf({ name: line(60) })
