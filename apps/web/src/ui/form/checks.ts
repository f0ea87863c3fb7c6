import { emailPattern, invalidEmail } from '@archwire/contract/core/text.ts'

/** What is wrong with an email address, as a form's `validate` returns it. */
export function emailProblem(email: string): { email?: string[] } {
  if (email.trim() === '') return { email: ['Required'] }
  return emailPattern.test(email.trim()) ? {} : { email: [invalidEmail] }
}

/** Which of these are not filled in. */
export const required = <K extends string>(values: Record<K, string>, ...names: K[]): Partial<Record<K, string[]>> =>
  Object.fromEntries(names.filter((name) => values[name].trim() === '').map((name) => [name, ['Required']])) as Partial<
    Record<K, string[]>
  >
