import { printingRequests } from '@archwire/contract/client/printing-requests'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { OvertakenNote, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { ShippingFee, useKeepsFees } from './print-price.tsx'
import { ShippingFields, type Shipping } from './shipping-fields.tsx'

/** Nothing is missing: `validate` has checked. */
type Complete<V> = { [K in keyof V]: NonNullable<V[K]> }

const validate = (values: Shipping): Errors<Shipping> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [[name, ['Required']]] : [])))

const makeForm = (print: PrintingRequest) =>
  createForm<Shipping>({
    initial: {
      location_id: print.location_id,
      shipping_method_id: print.shipping_method_id,
      expected_arrival_date: print.expected_arrival_date,
      delivery_date_from: print.delivery_date_from,
      delivery_date_to: print.delivery_date_to,
      keep_fee: (print.priced_by?.charged_method ?? null) !== null,
    },
    validate,
  })

/**
 * Where, how and by when an open print ships; everything is required (`requests/edit`). What another person changes
 * meanwhile is said, and not overwritten unasked.
 */
export function EditShipping({ print, onClose }: { print: PrintingRequest; onClose: () => void }) {
  const record = useRecordForm('shipping', print, (present) => makeForm(present ?? print))
  const { form } = record
  const keeps = useKeepsFees()
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const done = () => {
    record.giveUp()
    onClose()
  }
  const save = useCall(printingRequests.shipping, { announce: 'aloud', onSuccess: done, onError: record.refused })
  const submit = () => {
    const { keep_fee, ...values } = form.values() as Complete<Shipping>
    save.mutate({
      params: { id: print.id },
      body: {
        patient_id: print.patient_id,
        ...values,
        ...(print.priced_by && keeps && { keep_fee }),
        version: record.version ?? print.version,
      },
    })
  }
  return (
    <FormDialog
      opened
      title="Shipping"
      confirm="Save"
      ready={record.changed && valid && !record.overtaken}
      busy={save.isPending}
      onConfirm={submit}
      onClose={onClose}
      onCancel={record.giveUp}
    >
      <OvertakenNote {...record} />
      <ShippingFields key={form.id} form={form} print={print} />
      {print.priced_by && <ShippingFee key={`${form.id} fee`} form={form} print={print} by={print.priced_by} />}
    </FormDialog>
  )
}
