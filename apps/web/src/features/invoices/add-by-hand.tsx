import type { Order } from '@archwire/contract/billing/schema.ts'
import { orders } from '@archwire/contract/client/orders'
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
  custom_description: string
  /** Dollars; below zero is a discount. */
  value: number | null
}

const fields = fieldsOf({ custom_description: byHand.description, value: byHand.value })

const validate = (values: Values): Errors<Values> => ({ ...fields.problems(values), ...zeroProblem(values.value) })

const makeForm = () => createForm<Values>({ initial: { custom_description: '', value: null }, validate })

/** Adds a charge or a discount to the open order (`billing/by-hand`). */
export function AddByHand({ order }: { order: Pick<Order, 'id' | 'can_add'> }) {
  const [opened, setOpened] = useState(false)
  if (!order.can_add && !opened) return null
  return (
    <>
      <ActionButton variant="default" why={undefined} onClick={() => setOpened(true)}>
        Add charge or discount
      </ActionButton>
      {opened && <AddDialog orderId={order.id} onClose={() => setOpened(false)} />}
    </>
  )
}

function AddDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: orders.addByHand,
    recordId: orderId,
    make: makeForm,
    input: ({ custom_description, value }) => ({
      params: { id: orderId },
      body: { custom_description: custom_description.trim(), value: value! },
    }),
    announce: 'aloud',
    onDone: onClose,
  })
  const words = useFormPart(form, () => amountWords(form.values().value))
  return (
    <FormDialog {...dialog} title="Add charge or discount" confirm="Continue" onClose={onClose}>
      <TextField
        form={form}
        {...fields.input('custom_description')}
        label="Description"
        autoComplete="off"
        focusFirst
      />
      <MoneyField form={form} name="value" label="Value" required negative help={words} />
    </FormDialog>
  )
}
