import { rxFormFields, type RxFormFields, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { useCaseForm } from './case-form.ts'

type NamesOf<Kind extends string> = {
  [K in RxFormName]: RxFormFields[K] extends { kind: Kind } ? K : never
}[RxFormName]

/** What binds a field of the page to the form: its name, and of the form's table its label, its options, its longest text. */
export function useBound() {
  const { form } = useCaseForm()
  const field = <K extends RxFormName>(name: K) => ({ form, name, label: rxFormFields[name].label })
  return {
    field,
    choice: <K extends NamesOf<'choice'>>(name: K) => ({
      ...field(name),
      options: rxFormFields[name].options as RxFormFields[K]['options'],
    }),
    text: <K extends NamesOf<'line' | 'text'>>(name: K) => ({ ...field(name), maxLength: rxFormFields[name].max }),
  }
}
