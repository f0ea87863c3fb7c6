import { printingRequests } from '@archwire/contract/client/printing-requests'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm, refuseFields, useFormPart, type Errors } from '../../ui/form/store.ts'
import { ShippingFields, type Shipping } from './shipping-fields.tsx'

const validate = (values: Shipping): Errors<Shipping> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [[name, ['Required']]] : [])))

/** Where, how and until when an open print ships; everything is required (2 §5). */
export function EditShipping({ print, onClose }: { print: PrintingRequest; onClose: () => void }) {
  // The edit belongs to the version it began with: a change of someone else meanwhile is refused, not overwritten.
  const [version] = useState(print.version)
  const [form] = useState(() =>
    createForm<Shipping>({
      initial: {
        location_id: print.location_id,
        shipping_method_id: print.shipping_method_id,
        expected_arrival_date: print.expected_arrival_date,
        delivery_date_from: print.delivery_date_from,
        delivery_date_to: print.delivery_date_to,
      },
      validate,
    }),
  )
  const ready = useFormPart(form, () => form.changed() && Object.keys(form.problems()).length === 0)
  const save = useCall(printingRequests.shipping, {
    onSuccess: onClose,
    onError: (error) => refuseFields(form, error),
  })
  const submit = () => {
    const { location_id, shipping_method_id, expected_arrival_date, delivery_date_from, delivery_date_to } =
      form.values()
    if (!location_id || !shipping_method_id || !expected_arrival_date || !delivery_date_from || !delivery_date_to)
      return
    save.mutate({
      params: { id: print.id },
      body: {
        patient_id: print.patient_id,
        location_id,
        shipping_method_id,
        expected_arrival_date,
        delivery_date_from,
        delivery_date_to,
        version,
      },
    })
  }
  return (
    <FormDialog
      opened
      title="Shipping"
      confirm="Save"
      ready={ready}
      busy={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <ShippingFields form={form} print={print} />
    </FormDialog>
  )
}
