import { phoneNumber } from '../core/address-fields.ts'
import { email, fieldsOf, flag, name, notes } from '../core/record-fields.ts'

/** The most contacts that a practice has. */
export const mostContacts = 100
/** The most contacts that one save invites. */
export const mostInvited = 10

/** The editable fields of a contact (`organizations/contacts`). */
export const contactFields = fieldsOf({
  first_name: name(100, { missing: 'First Name is required' }),
  last_name: name().optional(),
  title: name(100, { missing: 'Title is required' }),
  email: email({ words: 'Email is invalid' }).optional(),
  phone_number: phoneNumber().optional(),
  notes: notes(1_000),
  /** Invites the person as a member of the practice, once. */
  is_create_account: flag(false),
})
