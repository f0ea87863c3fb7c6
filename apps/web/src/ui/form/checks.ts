const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What is wrong with an email address, as a form's `validate` answers it. */
export function emailProblem(email: string): { email?: string[] } {
  if (email.trim() === '') return { email: ['Required'] }
  return emailPattern.test(email.trim()) ? {} : { email: ['Enter a valid email'] }
}

/** What of these is not filled in. */
export const required = <K extends string>(values: Record<K, string>, ...names: K[]): Partial<Record<K, string[]>> =>
  Object.fromEntries(names.filter((name) => values[name].trim() === '').map((name) => [name, ['Required']])) as Partial<
    Record<K, string[]>
  >

/** What is wrong with a telephone number: a plus, then 7 to 15 digits (`organizations/location-fields`). */
export const phoneProblem = (phone: string): { phone_number?: string[] } =>
  phone.trim() === '' || /^\+\d{7,15}$/.test(phone.trim()) ? {} : { phone_number: ['Invalid phone number.'] }

/** A telephone number without the signs that people write for the eye. */
export const tidyPhone = (text: string): string => text.replaceAll(/[^\d+]/g, '')
