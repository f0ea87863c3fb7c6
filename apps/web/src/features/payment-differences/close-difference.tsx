import { paymentDifferences } from '@archwire/contract/client/payment-differences'
import { closeDifferenceFields } from '@archwire/contract/payment-differences/fields.ts'
import { differenceKinds } from '@archwire/contract/payment-differences/kinds.ts'
import type { PaymentDifference } from '@archwire/contract/payment-differences/schema.ts'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { OvertakenNote, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface Values {
  note: string
}

const makeForm = (difference?: PaymentDifference) =>
  createForm<Values>({ initial: { note: difference?.note ?? '' }, validate: closeDifferenceFields.problems })

/** Closes a payment to review, with a reason (`billing/to-look-at`). */
export function CloseDifference({ difference, onClose }: { difference: PaymentDifference; onClose: () => void }) {
  const record = useRecordForm('payment', difference, makeForm)
  const { form } = record
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const close = useCall(paymentDifferences.close, {
    announce: 'aloud',
    onSuccess: () => {
      record.giveUp()
      onClose()
    },
    onError: record.refused,
  })
  const submit = () => {
    form.visitAll()
    close.mutate({ params: { id: difference.id }, body: { note: form.values().note.trim(), version: record.version } })
  }
  return (
    <FormDialog
      opened
      title="Mark as reviewed"
      confirm="Mark as reviewed"
      ready={record.changed && valid}
      busy={close.isPending}
      onConfirm={submit}
      onClose={onClose}
      onCancel={record.giveUp}
    >
      <OvertakenNote {...record} />
      <p>{differenceKinds[difference.kind].says}</p>
      <TextField
        form={form}
        {...closeDifferenceFields.input('note')}
        label="What was done"
        help="Everyone who manages invoices can read it. It cannot be changed later."
        focusFirst
      />
    </FormDialog>
  )
}
