import { z } from 'zod'
import { email, id, line, secret, version } from '../core/fields.ts'
import { userRoles } from '../roles.ts'

/** Letters and digits, with hyphens only in between (user name and account number). */
export const handlePattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/
export const handleMessage = 'Must only contain alphanumeric characters or "-" in between.'

/** A user name: 6 to 255 characters. */
export const username = () =>
  z
    .string()
    .trim()
    .min(6, 'Must contain at least 6 characters.')
    .max(255, 'Only up to 255 characters is allowed.')
    .regex(handlePattern, handleMessage)

/** An account number: 6 to 20 characters. */
export const accountNumber = () =>
  z
    .string()
    .trim()
    .min(1, 'Required')
    .min(6, 'Must contain at least 6 characters.')
    .max(20, 'Only up to 20 characters is allowed.')
    .regex(handlePattern, handleMessage)

/** A user name that may be left out, or taken away by an empty text. */
const optionalUsername = () => z.union([z.literal(''), username()])

/** The fields of a new person. The organization is required for a lab partner, optional for a practice's people. */
export const UserBody = z.strictObject({
  first_name: line(100),
  last_name: line(100),
  email: email(),
  username: optionalUsername().default(''),
  role: z.enum(userRoles, 'Required'),
  organization_id: id().nullable().default(null),
})
export type UserBody = z.infer<typeof UserBody>

/** An edit: omitted fields stay as they are. */
export const UserEdit = z
  .strictObject({
    first_name: line(100),
    last_name: line(100),
    email: email(),
    username: optionalUsername(),
    account_number: accountNumber(),
    role: z.enum(userRoles, 'Required'),
  })
  .partial()
  .extend({
    /** The editor's own password; required when the email or the role changes. */
    current_password: secret().optional(),
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
