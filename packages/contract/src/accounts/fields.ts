import { fieldsOf, line } from '../core/record-fields.ts'
import { zoneProblem } from '../core/time-zones.ts'
import { userFields } from '../users/fields.ts'

const { first_name, last_name, username, account_number } = userFields.table

/** The fields of one's own profile (`access/profile`); an empty time zone is one that was never chosen. */
export const profileFields = fieldsOf({
  first_name,
  last_name,
  username,
  account_number,
  time_zone: line(60, { check: zoneProblem }).optional(),
})
