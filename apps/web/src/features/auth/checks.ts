import { passwordMessages } from '@archwire/contract/accounts/password-messages.ts'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What is wrong with fields of the public forms, as a form's `validate` answers it. */
export function emailProblem(email: string): { email?: string[] } {
  if (email.trim() === '') return { email: ['Required'] }
  return emailPattern.test(email.trim()) ? {} : { email: ['Enter a valid email'] }
}

export const required = <K extends string>(values: Record<K, string>, ...names: K[]): Partial<Record<K, string[]>> =>
  Object.fromEntries(names.filter((name) => values[name].trim() === '').map((name) => [name, ['Required']])) as Partial<
    Record<K, string[]>
  >

interface Passwords {
  password: string
  password_confirmation: string
}

/** The shape of a new password (1 §5); whether it is too common only the server says. */
export function passwordProblems({
  password,
  password_confirmation,
}: Passwords): Partial<Record<keyof Passwords, string[]>> {
  const shaped = /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)
  return {
    ...(password === ''
      ? { password: ['Required'] }
      : password.length > 32
        ? { password: [passwordMessages.long] }
        : password.length < 8 || !shaped
          ? { password: [passwordMessages.shape] }
          : {}),
    ...(password_confirmation === ''
      ? { password_confirmation: ['Required'] }
      : password_confirmation !== password
        ? { password_confirmation: [passwordMessages.different] }
        : {}),
  }
}
