import type { FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface Passwords {
  password: string
  password_confirmation: string
}

/** A new password and its confirmation. */
export const PasswordFields = ({ form }: { form: FormStore<Passwords> }) => (
  <>
    <TextField
      form={form}
      name="password"
      label="Password"
      type="password"
      autoComplete="new-password"
      help="8 to 32 characters with an uppercase letter, a lowercase letter and a number"
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
