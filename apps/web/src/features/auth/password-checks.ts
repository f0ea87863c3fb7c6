import { passwordMessages } from '@archwire/contract/accounts/password-messages.ts'

interface Passwords {
  password: string
  password_confirmation: string
}

/** The shape of a new password (`access/password`); only the server checks whether it is too common. */
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
