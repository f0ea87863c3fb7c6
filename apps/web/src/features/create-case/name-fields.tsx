import type { EmptyOf } from '@archwire/contract/core/record-fields.ts'
import { caseNameFields } from '@archwire/contract/rx-forms/name-fields.ts'
import { useEffect } from 'react'
import { explainCaseNumber, NameField } from '../case/name-field.tsx'
import { missing } from '../../ui/form/checks.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { focusField, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Whose case it is. */
export type CaseNames = EmptyOf<typeof caseNameFields.table> & {
  /** The doctor. */
  user_id: number | null
}

/** What is wrong with them, as the server checks them, too (`cases/name`, `cases/case-number`). */
export const nameProblems = (values: CaseNames): Errors<CaseNames> => ({
  ...caseNameFields.problems(values),
  ...missing(values, 'user_id'),
})

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
      <TextField
        form={form}
        {...caseNameFields.input('case_number_text')}
        label="Case Number"
        explain={explainCaseNumber}
      />
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
