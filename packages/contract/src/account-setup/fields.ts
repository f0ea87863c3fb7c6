import { country, phoneNumber, postalCode, state } from '../core/address-fields.ts'
import { refusingCardNumbers } from '../core/card-number.ts'
import { email, fieldsOf, line, name } from '../core/record-fields.ts'

const accountDetails = {
  organization: name(),
  first_name: name(),
  last_name: name(),
  email: email(),
  phone_number: phoneNumber({ zero: false }),
  street_address: line(),
  street_address_line_2: line().optional(),
  city: line(100),
  state: state(),
  zip_code: postalCode(),
  country: country(),
}

/** The fields of a new practice's account details (`billing/account-details`), without the survey question. */
export const accountDetailsFields = fieldsOf(refusingCardNumbers(accountDetails, 'phone_number'))

/** Words for a survey question without an answer, and for "Other" without a text. */
export const surveyMessages = { noAnswer: 'Must not be empty.', noOther: 'Required' }
/** Characters of the text beside "Other". */
export const surveyOtherMax = 255
