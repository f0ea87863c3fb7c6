import { paymentDifferences } from '@archwire/contract/client/payment-differences'
import { closeDifferenceFields } from '@archwire/contract/payment-differences/fields.ts'
import { differenceKinds } from '@archwire/contract/payment-differences/kinds.ts'
import type { PaymentDifference } from '@archwire/contract/payment-differences/schema.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { OvertakenNote } from '../../ui/form/record-form.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useRecordDialog } from '../../ui/form/use-record-dialog.ts'

interface Values {
  note: string
}

const makeForm = (difference?: PaymentDifference) =>
  createForm<Values>({ initial: { note: difference?.note ?? '' }, validate: closeDifferenceFields.problems })

/** Closes a payment to review, with a reason (`billing/to-look-at`). */
export function CloseDifference({ difference, onClose }: { difference: PaymentDifference; onClose: () => void }) {
  const { record, form, dialog } = useRecordDialog({
    what: 'payment',
    record: difference,
    make: makeForm,
    route: paymentDifferences.close,
    input: ({ note }, version) => ({ params: { id: difference.id }, body: { note: note.trim(), version } }),
    announce: 'aloud',
    onClose,
  })
  return (
    <FormDialog title="Mark as reviewed" confirm="Mark as reviewed" {...dialog}>
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
