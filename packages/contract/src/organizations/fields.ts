import { choice, email, fieldsOf, line, name } from '../core/record-fields.ts'
import { userFields } from '../users/fields.ts'

/** Names of organization types: 2 to 20 letters and spaces. */
export const organizationTypePattern = /^(?=.{2,20}$)\p{L}[\p{L} ]*\p{L}$/u
export const invalidTypeName = 'Invalid name'

/** The fields of an organization's form (3 §5, `organizations/who-changes`). */
export const organizationFields = fieldsOf({
  name: name(255),
  /** The name of its type; an unknown one is added by people who may. Empty: none. */
  organization_type: line(10_000, { pattern: organizationTypePattern, words: invalidTypeName }).optional(),
})

export const organizationKinds = [
  { id: 'practice', label: 'Practice' },
  { id: 'partner', label: 'Partner lab' },
] as const

const { first_name, last_name, username, account_number } = userFields.table

/** The form of a new organization with its owner (3 §5). Its name is its owner's to enter; a partner lab's is required. */
export const ownerFields = fieldsOf({
  first_name,
  last_name,
  email: email(),
  username,
  /** The owner's; the next free one when it is left out. */
  account_number: account_number.optional(),
  organization: name(255).optional(),
  kind: choice(organizationKinds).usually('practice'),
})
