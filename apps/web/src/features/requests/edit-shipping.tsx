import { printingRequests } from '@archwire/contract/client/printing-requests'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { OvertakenNote } from '../../ui/form/record-form.tsx'
import { createForm } from '../../ui/form/store.ts'
import { useRecordDialog } from '../../ui/form/use-record-dialog.ts'
import { ShippingFee, useKeepsFees } from './print-price.tsx'
import { ShippingFields, type Shipping } from './shipping-fields.tsx'

/** Nothing is missing: `validate` has checked. */
type Complete<V> = { [K in keyof V]: NonNullable<V[K]> }

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
    validate: (values) => missing(values, ...(Object.keys(values) as (keyof Shipping)[])),
  })

/**
 * Where, how and by when an open print ships; everything is required (`requests/edit`). What another person changes
 * in the meantime is shown, and not overwritten unasked.
 */
export function EditShipping({ print, onClose }: { print: PrintingRequest; onClose: () => void }) {
  const keeps = useKeepsFees()
  const { record, form, dialog } = useRecordDialog({
    what: 'shipping',
    record: print,
    make: (present) => makeForm(present ?? print),
    route: printingRequests.shipping,
    input: (filled, version) => {
      const { keep_fee, ...values } = filled as Complete<Shipping>
      return {
        params: { id: print.id },
        body: {
          patient_id: print.patient_id,
          ...values,
          ...(print.priced_by && keeps && { keep_fee }),
          version: version ?? print.version,
        },
      }
    },
    announce: 'aloud',
    onClose,
  })
  return (
    <FormDialog title="Shipping" confirm="Save" {...dialog} ready={dialog.ready && !record.overtaken}>
      <OvertakenNote {...record} />
      <ShippingFields key={form.id} form={form} print={print} />
      {print.priced_by && <ShippingFee key={`${form.id} fee`} form={form} print={print} by={print.priced_by} />}
    </FormDialog>
  )
}
