import { printingRequests } from '@archwire/contract/client/printing-requests'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm, type Errors } from '../../ui/form/store.ts'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { ShippingFields, type Shipping } from './shipping-fields.tsx'

/** Nothing is missing: `validate` has checked. */
type Complete<V> = { [K in keyof V]: NonNullable<V[K]> }

const validate = (values: Shipping): Errors<Shipping> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [[name, ['Required']]] : [])))

/** Where, how and by when an open print ships; everything is required (`requests/edit`). */
export function EditShipping({ print, onClose }: { print: PrintingRequest; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: printingRequests.shipping,
    make: () =>
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
    untouched: false,
    // Another person's change meanwhile causes a refusal, not an overwrite.
    seen: print.version,
    input: (values, version) => ({
      params: { id: print.id },
      body: { patient_id: print.patient_id, ...(values as Complete<Shipping>), version },
    }),
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title="Shipping" confirm="Save" onClose={onClose}>
      <ShippingFields form={form} print={print} />
    </FormDialog>
  )
}
