import { isEmail } from '@archwire/contract/core/email.ts'
import { invalidEmail, nameProblem } from '@archwire/contract/core/text.ts'

/** What is wrong with an email address, as a form's `validate` returns it. */
export function emailProblem(email: string): { email?: string[] } {
  if (email.trim() === '') return { email: ['Required'] }
  return isEmail(email.trim()) ? {} : { email: [invalidEmail] }
}

/** What is wrong with these names of people, by field: not filled in, or unlike a name (`safety/names`). */
export const nameProblems = <K extends string>(
  values: Record<K, string>,
  ...fields: K[]
): Partial<Record<K, string[]>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = values[field].trim() === '' ? 'Required' : nameProblem(values[field])
      return problem === undefined ? [] : [[field, [problem]]]
    }),
  ) as Partial<Record<K, string[]>>
