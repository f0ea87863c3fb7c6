import { caseCharges } from '@archwire/contract/client/case-charges'
import { fieldsOf } from '@archwire/contract/core/record-fields.ts'
import { useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/form/number-field.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { amountWords, byHand, zeroProblem } from './by-hand-form.ts'

interface Values {
  description: string
  /** Dollars. */
  value: number | null
}

const fields = fieldsOf(byHand)

const validate = (values: Values): Errors<Values> => ({ ...fields.problems(values), ...zeroProblem(values.value) })

const makeForm = () => createForm<Values>({ initial: { description: '', value: null }, validate })

/** Adds a charge or discount for a case to the current invoice of its practice (`billing/by-hand`). */
export function AddCharge({ patientId }: { patientId: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionButton variant="default" size="compact-md" why={undefined} onClick={() => setOpened(true)}>
        Add charge or discount
      </ActionButton>
      {opened && <ChargeDialog patientId={patientId} onClose={() => setOpened(false)} />}
    </>
  )
}

function ChargeDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: caseCharges.add,
    recordId: patientId,
    make: makeForm,
    input: ({ description, value }) => ({
      params: { id: patientId },
      body: { description: description.trim(), value: value! },
    }),
    announce: 'aloud',
    onDone: onClose,
  })
  const words = useFormPart(form, () => amountWords(form.values().value))
  return (
    <FormDialog {...dialog} title="Add charge or discount" confirm="Continue" onClose={onClose}>
      <p>It will be on the current invoice of the practice from today.</p>
      <TextField form={form} {...fields.input('description')} label="Description" autoComplete="off" focusFirst />
      <MoneyField form={form} name="value" label="Value" required negative help={words} />
    </FormDialog>
  )
}
