import type { FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface Passwords {
  password: string
  password_confirmation: string
}

/** A new password and its confirmation. */
export const PasswordFields = <V extends Passwords>({ form }: { form: FormStore<V> }) => {
  const fields = form as unknown as FormStore<Passwords>
  return (
    <>
      <TextField
        form={fields}
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        help="8 to 32 characters with an uppercase letter, a lowercase letter and a number"
      />
      <TextField
        form={fields}
        name="password_confirmation"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}
