import { refusingCardNumbers } from '../core/card-number.ts'
import { fieldsOf, line } from '../core/record-fields.ts'

/** What a person says who closes a difference. */
export const closeDifferenceFields = fieldsOf(refusingCardNumbers({ note: line(500) }))
