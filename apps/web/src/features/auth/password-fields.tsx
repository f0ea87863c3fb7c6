import { passwordMessages } from '@archwire/contract/accounts/password-messages.ts'
import type { FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface Passwords {
  password: string
  password_confirmation: string
}

interface Props {
  form: FormStore<Passwords>
  /** The address that belongs to the password, where the page knows it: password managers store both together. */
  username?: string
}

const shape = '8 to 32 characters with an uppercase letter, a lowercase letter and a number'
/* The message of a wrong shape says the same as the help. */
const withoutHelp = (error: string) => (error === passwordMessages.shape ? '' : undefined)

/** A new password and its confirmation. */
export const PasswordFields = ({ form, username }: Props) => (
  <>
    {username !== undefined && (
      <input type="email" name="username" autoComplete="username" value={username} readOnly hidden />
    )}
    <TextField
      form={form}
      name="password"
      label="Password"
      type="password"
      autoComplete="new-password"
      help={shape}
      explain={withoutHelp}
    />
    <TextField
      form={form}
      name="password_confirmation"
      label="Confirm password"
      type="password"
      autoComplete="new-password"
    />
  </>
)
