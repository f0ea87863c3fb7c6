import { rxFormFields, type RxFormFields, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { useCaseForm } from './case-form.ts'

type NamesOf<Kind extends string> = {
  [K in RxFormName]: RxFormFields[K] extends { kind: Kind } ? K : never
}[RxFormName]

/**
 * Returns functions that build the props by which a field is bound to the Rx form: the form, the field's name and, from the
 * form's table, its label, its options (`choice`) or its longest text (`text`).
 */
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
