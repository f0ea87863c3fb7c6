import { refusingCardNumbers } from '../core/card-number.ts'
import { fieldsOf, line } from '../core/record-fields.ts'

/** The field of a promotion code for the monthly fee, as it is typed (`billing/monthly-code`). */
export const monthlyCodeFields = fieldsOf(refusingCardNumbers({ code: line(100) }))
