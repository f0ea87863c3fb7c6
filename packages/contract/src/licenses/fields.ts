import { fieldsOf, flag, line } from '../core/record-fields.ts'

/** What can be changed of a device (`licenses/device`). */
export const deviceFields = fieldsOf({ name: line(100), details: line(500).optional(), is_blocked: flag() })
