import type { Order } from '@archwire/contract/billing/schema.ts'
import { invoiceTitle, settledAs, settledLabels, type SettledAs } from '@archwire/contract/billing/statuses.ts'
import { orderPayments } from '@archwire/contract/client/order-payments'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { fieldsOf, line } from '@archwire/contract/core/record-fields.ts'
import { nameOf } from '../../lib/session.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { OwnPassword, passwordProblem } from '../../ui/form/own-password.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'

interface Values {
  how: SettledAs
  reason: string
  current_password: string
}

const fields = fieldsOf({ reason: line(255) })
const validate = (values: Values): Errors<Values> => ({ ...fields.problems(values), ...passwordProblem(values, true) })
const makeForm = () => createForm<Values>({ initial: { how: 'outside', reason: '', current_password: '' }, validate })

const options = settledAs.map((id) => ({ id, label: settledLabels[id] }))
const help = {
  outside: 'The number of the check, or how it was paid. The practice can read it.',
  written_off: 'Why the lab gives it up. The practice can read it.',
} as const satisfies Record<SettledAs, string>

interface Props {
  order: Order
  onClose: () => void
}

/** Ends an invoice without the payment provider, with a reason (`billing/settled`). */
export function SettleInvoice({ order: { id, invoice_id, organization, payable, total }, onClose }: Props) {
  // Outside, no card pays, so there is no card fee; what is written off keeps its sums.
  const due: Record<SettledAs, number> = { outside: payable?.totals.bank ?? total, written_off: total }
  const { form, dialog } = useFormDialog({
    route: orderPayments.settle,
    recordId: id,
    make: makeForm,
    seen: JSON.stringify(due),
    input: ({ reason, ...values }, seen) => ({
      params: { id },
      body: { ...values, reason: reason.trim(), expected_total: (JSON.parse(seen) as typeof due)[values.how] },
    }),
    onDone: onClose,
  })
  const how = useFormPart(form, () => form.values().how)
  return (
    <FormDialog
      {...dialog}
      title={`Settle ${invoiceTitle(invoice_id).toLowerCase()}?`}
      confirm="Settle invoice"
      danger
      onClose={onClose}
    >
      <p>
        <span translate="no">{nameOf(organization)}</span> will owe nothing of the {formatMoney(due[how])} on this
        invoice, and nothing is charged. This cannot be undone.
      </p>
      <ChoiceField form={form} name="how" label="How it ends" options={options} />
      <TextField
        form={form}
        {...fields.input('reason')}
        label="Reason"
        help={help[how]}
        autoComplete="off"
        focusFirst
      />
      <OwnPassword form={form} name="current_password" />
    </FormDialog>
  )
}
