import { z } from 'zod'
import { actions, id, version } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { contactFields, mostContacts } from './fields.ts'

/** A person whom the lab calls or writes to at a practice. */
export const Contact = z.strictObject({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  title: z.string(),
  email: z.string(),
  phone_number: z.string(),
  notes: z.string(),
  /** Whether the person was invited from here as a member. */
  is_create_account: z.boolean(),
})
export type Contact = z.infer<typeof Contact>

/** The contacts of a practice, in their order. */
export const ContactList = z.strictObject({
  contacts: z.array(Contact),
  /** Of the whole list. */
  version: z.int(),
  can: actions('update'),
})
export type ContactList = z.infer<typeof ContactList>

/** A contact as it is to be; without an id it is a new one. */
export const ContactBody = bodyOf(contactFields).extend({ id: id().optional() })
export type ContactBody = z.infer<typeof ContactBody>

/** The whole list as it is to be: contacts that are left out are removed. */
export const ContactsEdit = z.strictObject({
  contacts: z.array(ContactBody).max(mostContacts, `At most ${mostContacts} contacts.`),
  version: version().optional(),
})
export type ContactsEdit = z.infer<typeof ContactsEdit>
