import { caseCharges } from '@archwire/contract/client/case-charges'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/form/number-field.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'

interface Values {
  description: string
  /** Dollars. */
  value: number | null
}

function valueProblem(value: number | null): string | undefined {
  if (value === null) return 'Required'
  if (Number.isNaN(value)) return 'Enter an amount with at most two decimals.'
  return value === 0 ? 'Enter an amount other than 0.' : undefined
}

function validate({ description, value }: Values): Errors<Values> {
  const problem = valueProblem(value)
  return {
    ...(description.trim() === '' && { description: ['Required'] }),
    ...(problem !== undefined && { value: [problem] }),
  }
}

const makeForm = () => createForm<Values>({ initial: { description: '', value: null }, validate })

/** What an amount will do to the invoice. */
const effectOf = (value: number | null): string =>
  value !== null && value < 0
    ? `This is a discount: it takes ${formatMoney(-value)} off.`
    : 'An amount below zero is a discount.'

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
  const effect = useFormPart(form, () => effectOf(form.values().value))
  return (
    <FormDialog {...dialog} title="Add charge or discount" confirm="Continue" onClose={onClose}>
      <p>It will be on the current invoice of the practice from today.</p>
      <TextField form={form} name="description" label="Description" required maxLength={255} focusFirst />
      <MoneyField form={form} name="value" label="Value" help={effect} required negative />
    </FormDialog>
  )
}
