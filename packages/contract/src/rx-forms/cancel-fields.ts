import { fieldsOf, words } from '../core/record-fields.ts'

/** Why a case is canceled (`cases/cancel`). */
export const cancelFields = fieldsOf({ reason: words() })
