import { isEmail, keptEmail } from '../core/email.ts'
import { invalidEmail } from '../core/text.ts'

/** What a kind's additional addresses must be (`notices/additional-emails`). Free of schemas, so that the browser can import it. */

/** The most additional addresses of one kind. */
export const maxAdditionalEmails = 10
export const tooManyEmails = `At most ${maxAdditionalEmails} addresses`
export const repeatedEmail = 'This address is on the list already'

/** The form of an address that two spellings of it share. */
export const sameEmail = (email: string): string => keptEmail(email.trim()).toLowerCase()

/** What is wrong with an address that is to join a list, as a message; undefined for nothing. */
export function emailToAddProblem(email: string, list: readonly string[]): string | undefined {
  if (!isEmail(email.trim()) || email.trim().length > 255) return invalidEmail
  if (list.some((other) => sameEmail(other) === sameEmail(email))) return repeatedEmail
  return list.length >= maxAdditionalEmails ? tooManyEmails : undefined
}
