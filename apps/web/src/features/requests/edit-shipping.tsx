import { locations } from '@archwire/contract/client/locations'
import { printingRequests } from '@archwire/contract/client/printing-requests'
import { addMonths } from '@archwire/contract/core/dates.ts'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import type { ShippingMethod } from '@archwire/contract/shipping/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { monthsAhead, useBusinessDays } from '../../lib/business-days.ts'
import { formatDay } from '../../lib/format.ts'
import { useLab } from '../../lib/lab.ts'
import { query, useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { DayRangeField } from '../../ui/form/day-range-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, refuseFields, useField, useFormPart, type Errors } from '../../ui/form/store.ts'
import { placesOf } from './places.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

interface Shipping {
  location_id: number | null
  shipping_method_id: number | null
  expected_arrival_date: string | null
  delivery_date_from: string | null
  delivery_date_to: string | null
}

const validate = (values: Shipping): Errors<Shipping> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [[name, ['Required']]] : [])))

/** A method brings its dates along (2 §5). */
const datesOf = ({ arrival_date, delivery_date_from, delivery_date_to }: ShippingMethod) => ({
  expected_arrival_date: arrival_date,
  delivery_date_from,
  delivery_date_to,
})

/** Where, how and until when an open print ships; everything is required (2 §5). */
export function EditShipping({ print, onClose }: { print: PrintingRequest; onClose: () => void }) {
  const { today } = useLab()
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
  const values = useFormPart(form, () => form.values())
  const ready = useFormPart(form, () => form.changed() && Object.keys(form.problems()).length === 0)
  const location = useField(form, 'location_id')
  const method = useField(form, 'shipping_method_id')
  const window = useField(form, 'delivery_date_to')
  const arrival = useField(form, 'expected_arrival_date')
  const places = useQuery(query(locations.listAssigned, { params: { id: print.organization_id } })).data
  const methods = useShippingMethods(values.location_id, print.assign_to)
  const days = useBusinessDays(values.delivery_date_from ?? today)
  const save = useCall(printingRequests.shipping, {
    onSuccess: onClose,
    onError: (error) => refuseFields(form, error),
  })

  // Another place may leave no choice (abroad), or not have the method that was chosen.
  useEffect(() => {
    if (!methods || methods.some(({ id }) => id === form.values().shipping_method_id)) return
    const only = methods.length === 1 ? methods[0] : undefined
    form.fill(only ? { shipping_method_id: only.id, ...datesOf(only) } : { shipping_method_id: null })
    form.visit('shipping_method_id')
  }, [methods, form])

  const choose = (id: number | null) => {
    const chosen = methods?.find((one) => one.id === id)
    form.set('shipping_method_id', id)
    if (chosen) form.fill(datesOf(chosen))
    form.visit('shipping_method_id')
  }
  const submit = () => {
    const { location_id, shipping_method_id, expected_arrival_date, delivery_date_from, delivery_date_to } = values
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
  const { delivery_date_from: from, delivery_date_to: to, expected_arrival_date: arrives } = values
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
      <SelectField
        name="location_id"
        label="Ship to"
        required
        options={placesOf(places?.locations, print.location)}
        value={location.value}
        error={location.error}
        onChange={(id) => {
          location.set(id)
          location.visit()
        }}
      />
      <SelectField
        name="shipping_method_id"
        label="Shipping method"
        required
        options={(methods ?? []).map(({ id, name, arrival_date }) => ({
          id,
          label: `${name}, arrives ${formatDay(arrival_date)}`,
        }))}
        value={method.value}
        error={method.error}
        help="Another method brings its own dates."
        onChange={choose}
      />
      <DayRangeField
        name="delivery_date_to"
        label="Delivery window"
        required
        value={from && to ? [from, to] : null}
        error={window.error ?? arrival.error}
        help={arrives ? `Expected arrival: ${formatDay(arrives, true)}` : undefined}
        min={today}
        max={addMonths(today, monthsAhead)}
        excluded={(day) => !days.known(day)}
        onMonth={days.look}
        onChange={(first, last) => {
          form.set('delivery_date_from', first)
          window.set(last)
          arrival.set(last)
        }}
      />
    </FormDialog>
  )
}
