import { missing } from './checks.ts'
import type { Errors, FormStore, KeysOf } from './store.ts'
import { Wide } from './record-form.tsx'
import { TextField } from './text-field.tsx'

/** Values of a form that may ask for the editor's own password. */
export interface WithPassword {
  current_password: string
}

/** A password that is not asked for any longer is not kept. */
export const settlePassword = <V extends WithPassword>(values: V, asks: boolean): V =>
  asks || values.current_password === '' ? values : { ...values, current_password: '' }

/** What is wrong with the password: it is missing where it is asked for. */
export const passwordProblem = (values: WithPassword, asks: boolean): Errors<WithPassword> =>
  missing(values, asks && 'current_password')

/** What is sent of the password: nothing where none was asked for. */
export const sentPassword = ({ current_password }: WithPassword): Partial<WithPassword> =>
  current_password === '' ? {} : { current_password }

interface Props<V extends object> {
  form: FormStore<V>
  name: KeysOf<V, string>
  /** Why it is asked for, where the page does not say so. */
  help?: string
  /** In a dialog: it gets the focus. */
  focusFirst?: boolean
}

/** The editor's own password, which a change of rights or of the email asks for. */
export const OwnPassword = <V extends object>({ form, name, ...props }: Props<V>) => (
  <Wide>
    <TextField
      form={form}
      name={name}
      {...props}
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
    />
  </Wide>
)
