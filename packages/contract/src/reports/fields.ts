import { choice, day, fieldsOf } from '../core/record-fields.ts'
import { reportFormats, reportKinds } from './kinds.ts'

/** What a person asks of a report (`exports/ask`). */
export const reportFields = fieldsOf({
  kind: choice(reportKinds),
  from: day(),
  to: day(),
  format: choice(reportFormats),
})
