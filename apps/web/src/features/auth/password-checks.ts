import { passwordMessages } from '@archwire/contract/accounts/password-messages.ts'
import { missing } from '../../ui/form/checks.ts'
import type { Errors } from '../../ui/form/store.ts'

interface Passwords {
  password: string
  password_confirmation: string
}

/** The shape of a new password (`access/password`); only the server checks whether it is too common. */
export function passwordProblems(values: Passwords): Errors<Passwords> {
  const { password, password_confirmation } = values
  const shaped = /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)
  const wrong =
    password.length > 32 ? passwordMessages.long : password.length < 8 || !shaped ? passwordMessages.shape : ''
  return {
    ...(wrong && { password: [wrong] }),
    ...(password_confirmation !== password && { password_confirmation: [passwordMessages.different] }),
    ...missing(values, 'password', 'password_confirmation'),
  }
}
