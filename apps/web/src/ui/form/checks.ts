import { isEmail } from '@archwire/contract/core/email.ts'
import { invalidEmail, nameProblem, required } from '@archwire/contract/core/text.ts'
import type { Errors } from './store.ts'

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : value === null || (Array.isArray(value) && value.length === 0)

/** The message for each of these values that is not filled in; false for one that may be empty now. */
export const missing = <V extends object>(values: V, ...names: (keyof V | false)[]): Errors<V> =>
  Object.fromEntries(
    names.flatMap((name) => (name !== false && isEmpty(values[name]) ? [[name, [required]]] : [])),
  ) as Errors<V>

/** What is sent of a form without a password: its texts without spaces around them. */
export const trimmed = <V extends object>(values: V): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as V

/** What is wrong with an email address, as a form's `validate` returns it. */
export function emailProblem(email: string): { email?: string[] } {
  if (email.trim() === '') return { email: [required] }
  return isEmail(email.trim()) ? {} : { email: [invalidEmail] }
}

/** What is wrong with these names of people, by field: not filled in, or unlike a name (`safety/names`). */
export const nameProblems = <K extends string>(
  values: Record<K, string>,
  ...fields: K[]
): Partial<Record<K, string[]>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = values[field].trim() === '' ? required : nameProblem(values[field])
      return problem === undefined ? [] : [[field, [problem]]]
    }),
  ) as Partial<Record<K, string[]>>
