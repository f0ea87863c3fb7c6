import { z } from 'zod'
import { email, id, line, secret, trimmedText, version } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { userRoles } from '../roles.ts'
import { handleLengths, handlePattern, handleWords, userFields } from './fields.ts'

const { first_name, last_name } = bodyOf(userFields).shape

/** A user name: 6 to 255 characters. */
export const username = () =>
  trimmedText()
    .min(handleLengths.least, handleWords.tooShort)
    .max(handleLengths.username, handleWords.tooLong(handleLengths.username))
    .regex(handlePattern, handleWords.pattern)

/** An account number: 6 to 20 characters. */
export const accountNumber = () =>
  trimmedText()
    .min(1, 'Required')
    .min(handleLengths.least, handleWords.tooShort)
    .max(handleLengths.accountNumber, handleWords.tooLong(handleLengths.accountNumber))
    .regex(handlePattern, handleWords.pattern)

/** A user name that may be left out, or taken away by an empty text. */
const optionalUsername = () => z.union([z.literal(''), username()])

/** The fields of a new person. The organization is required for a lab partner, optional for a practice's people. */
export const UserBody = z.strictObject({
  first_name,
  last_name,
  email: email(),
  username: optionalUsername().default(''),
  role: z.enum(userRoles, 'Required'),
  organization_id: id().nullable().default(null),
  /** The editor's own password; required for a role of the lab's staff. */
  current_password: secret().optional(),
})
export type UserBody = z.infer<typeof UserBody>

/** An edit: omitted fields stay as they are. */
export const UserEdit = z
  .strictObject({
    first_name,
    last_name,
    email: email(),
    username: optionalUsername(),
    account_number: accountNumber(),
    role: z.enum(userRoles, 'Required'),
  })
  .partial()
  .extend({
    /** The editor's own password; required when the email or the role changes. */
    current_password: secret().optional(),
    /** A doctor who becomes an assistant: another doctor of the same organization, who takes the open cases. */
    hand_over_to: id().nullable().optional(),
    version: version().optional(),
  })
export type UserEdit = z.infer<typeof UserEdit>

/** A custom permission that is switched on or off. */
export const ToggleBody = z.strictObject({
  permission: line(100),
  /** Omitted: the opposite of what it is. */
  enabled: z.boolean().optional(),
  /** The editor's own password. */
  current_password: secret(),
})
