import { monthlyCodeFields } from '@archwire/contract/billing/monthly-code.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import { orders } from '@archwire/contract/client/orders'
import { useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'

interface Values {
  code: string
}

const makeForm = () =>
  createForm<Values>({ initial: { code: '' }, validate: (values) => monthlyCodeFields.problems(values) })

/** Adds a promotion code for the monthly fee to the open order (`billing/monthly-code`). */
export function AddCode({ order }: { order: Pick<Order, 'id' | 'can_add_code'> }) {
  const [opened, setOpened] = useState(false)
  if (!order.can_add_code && !opened) return null
  return (
    <>
      <ActionButton variant="default" why={undefined} onClick={() => setOpened(true)}>
        Add a promotion code
      </ActionButton>
      {opened && <AddDialog orderId={order.id} onClose={() => setOpened(false)} />}
    </>
  )
}

function AddDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: orders.addCode,
    recordId: orderId,
    make: makeForm,
    input: ({ code }) => ({ params: { id: orderId }, body: { code: code.trim() } }),
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title="Add a promotion code" confirm="Apply" onClose={onClose}>
      <TextField
        form={form}
        {...monthlyCodeFields.input('code')}
        label="Promotion code"
        help="A code for the monthly fee. It cannot be removed."
        autoComplete="off"
        focusFirst
      />
    </FormDialog>
  )
}
