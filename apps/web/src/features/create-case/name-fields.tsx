import { caseNumberMessage, isCaseNumber, isName, nameMessage } from '@archwire/contract/rx-forms/rules.ts'
import { useEffect } from 'react'
import { explainCaseNumber, NameField } from '../case/name-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { focusField, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Whose case it is. */
export interface CaseNames {
  first_name: string
  last_name: string
  case_number_text: string
  /** The doctor. */
  user_id: number | null
}

/** What is wrong with them, as the server checks them, too (`cases/name`, `cases/case-number`). */
export function nameProblems(values: CaseNames): Errors<CaseNames> {
  const errors: Errors<CaseNames> = {}
  for (const name of ['first_name', 'last_name'] as const) {
    if (values[name].trim() === '') errors[name] = ['Required']
    else if (!isName(values[name].trim())) errors[name] = [nameMessage]
  }
  if (!isCaseNumber(values.case_number_text)) errors.case_number_text = [caseNumberMessage]
  if (values.user_id === null) errors.user_id = ['Required']
  return errors
}

/** The page begins at the name, unless that would open an on-screen keyboard over all of it. */
export function useFirstFocused<V extends CaseNames>(form: FormStore<V>): void {
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) focusField(form, 'first_name')
  }, [form])
}

interface Props<V extends CaseNames> {
  form: FormStore<V>
  doctors: readonly { id: number; full_name: string }[]
  /** The doctor is the page's own. */
  lockedDoctor?: boolean
}

/** Names, number and doctor of a case that was not submitted. */
export function NameFields<V extends CaseNames>({ form: fields, doctors, lockedDoctor = false }: Props<V>) {
  const form = fields as unknown as FormStore<CaseNames>
  return (
    <>
      <NameField form={form} name="first_name" label="First Name" />
      <NameField form={form} name="last_name" label="Last Name" />
      <TextField form={form} name="case_number_text" label="Case Number" maxLength={100} explain={explainCaseNumber} />
      <SelectField
        form={form}
        name="user_id"
        label="Doctor"
        required
        readOnly={lockedDoctor}
        options={doctors.map(({ id, full_name }) => ({ id, label: full_name }))}
      />
    </>
  )
}
