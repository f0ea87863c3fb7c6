import { email, fieldsOf, line, name, choice } from '../core/record-fields.ts'
import { userRoles } from '../roles.ts'

/** Letters and digits, with hyphens only in between (user name and account number). */
export const handlePattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/

/** Lengths of user names and account numbers. */
export const handleLengths = { least: 6, username: 255, accountNumber: 20 } as const

export const handleWords = {
  pattern: 'Must only contain alphanumeric characters or "-" in between.',
  tooShort: `Must contain at least ${handleLengths.least} characters.`,
  tooLong: (most: number) => `Only up to ${most} characters is allowed.`,
}

/** What is wrong with a user name or an account number that is filled in, as a message. */
const handleProblem =
  (most: number) =>
  (text: string): string | undefined => {
    if (text.length < handleLengths.least) return handleWords.tooShort
    if (text.length > most) return handleWords.tooLong(most)
    return handlePattern.test(text) ? undefined : handleWords.pattern
  }

/** One handle; its own check says when it is too long. */
const handle = (most: number) => line(10_000, { check: handleProblem(most) })

/** The fields of a person's form (`people/added`, `people/changed`). */
export const userFields = fieldsOf({
  first_name: name(),
  last_name: name(),
  email: email(),
  username: handle(handleLengths.username).optional(),
  account_number: handle(handleLengths.accountNumber),
  role: choice(userRoles.map((id) => ({ id }))),
})
