import { straight } from '../core/names.ts'
import { fieldsOf, line } from '../core/record-fields.ts'
import { rxFormFields } from './fields.ts'
import { caseNumberMessage, isCaseNumber, isName, nameMessage } from './rules.ts'

const name = line(rxFormFields.first_name.max, {
  check: (text) => (isName(straight(text)) ? undefined : nameMessage),
  settle: straight,
})

/** Whose case it is, and the practice's own number of it (`cases/name`, `cases/case-number`). */
export const caseNameFields = fieldsOf({
  first_name: name,
  last_name: name,
  case_number_text: line(rxFormFields.case_number_text.max, {
    check: (text) => (isCaseNumber(text) ? undefined : caseNumberMessage),
  }).optional(),
})
