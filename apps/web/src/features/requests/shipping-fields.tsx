import { locations } from '@archwire/contract/client/locations'
import { addMonths } from '@archwire/contract/core/dates.ts'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import type { ShippingMethod } from '@archwire/contract/shipping/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { monthsAhead, useBusinessDays } from '../../lib/business-days.ts'
import { formatDay } from '../../lib/format.ts'
import { useLab } from '../../lib/lab.ts'
import { query } from '../../lib/query.ts'
import { DayRangeField } from '../../ui/form/day-range-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useField, useFormPart, type FormStore } from '../../ui/form/store.ts'
import { placesOf } from './places.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

export interface Shipping {
  location_id: number | null
  shipping_method_id: number | null
  expected_arrival_date: string | null
  delivery_date_from: string | null
  delivery_date_to: string | null
}

/** A method brings its dates along (`requests/ways`). */
const datesOf = ({ arrival_date, delivery_date_from, delivery_date_to }: ShippingMethod) => ({
  expected_arrival_date: arrival_date,
  delivery_date_from,
  delivery_date_to,
})

/** Where and how an open print ships, and when it arrives. */
export function ShippingFields({ form, print }: { form: FormStore<Shipping>; print: PrintingRequest }) {
  const location = useField(form, 'location_id')
  const places = useQuery(query(locations.listAssigned, { params: { id: print.organization_id } })).data
  return (
    <>
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
      <MethodField form={form} assignTo={print.assign_to} />
      <WindowField form={form} />
    </>
  )
}

function MethodField({ form, assignTo }: { form: FormStore<Shipping>; assignTo: PrintingRequest['assign_to'] }) {
  const method = useField(form, 'shipping_method_id')
  const place = useFormPart(form, () => form.values().location_id)
  const methods = useShippingMethods(place, assignTo)

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
  return (
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
  )
}

function WindowField({ form }: { form: FormStore<Shipping> }) {
  const { today } = useLab()
  const values = useFormPart(form, () => form.values())
  const { delivery_date_from: from, delivery_date_to: to, expected_arrival_date: arrives } = values
  const window = useField(form, 'delivery_date_to')
  const arrival = useField(form, 'expected_arrival_date')
  const days = useBusinessDays(from ?? today)
  return (
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
  )
}
