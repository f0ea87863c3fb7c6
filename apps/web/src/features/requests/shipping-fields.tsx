import { locations } from '@archwire/contract/client/locations'
import { addMonths } from '@archwire/contract/core/dates.ts'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import type { ShippingMethod } from '@archwire/contract/shipping/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { monthsAhead, useBusinessDays } from '../../lib/business-days.ts'
import { formatDay } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { DayRangeField } from '../../ui/form/day-range-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart, type FormStore } from '../../ui/form/store.ts'
import { placesOf } from './places.ts'
import { useCheckedDay } from './use-checked-day.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

export interface Shipping {
  location_id: number | null
  shipping_method_id: number | null
  expected_arrival_date: string | null
  delivery_date_from: string | null
  delivery_date_to: string | null
  /** The lab keeps the fee that held (`requests/keep-fee`); of no account for others. */
  keep_fee: boolean
}

/** A method brings its dates along (`requests/ways`). */
const datesOf = ({ arrival_date, delivery_date_from, delivery_date_to }: ShippingMethod) => ({
  expected_arrival_date: arrival_date,
  delivery_date_from,
  delivery_date_to,
})

/** Where and how an open print ships, and when it arrives. */
export function ShippingFields({ form, print }: { form: FormStore<Shipping>; print: PrintingRequest }) {
  const places = useQuery(query(locations.listAssigned, { params: { id: print.organization_id } })).data
  return (
    <>
      <SelectField
        form={form}
        name="location_id"
        label="Ship to"
        required
        options={placesOf(places?.locations, print.location)}
      />
      <MethodField form={form} assignTo={print.assign_to} />
      <WindowField form={form} print={print} />
    </>
  )
}

function MethodField({ form, assignTo }: { form: FormStore<Shipping>; assignTo: PrintingRequest['assign_to'] }) {
  const place = useFormPart(form, () => form.values().location_id)
  const chosen = useFormPart(form, () => form.values().shipping_method_id)
  const expected = useFormPart(form, () => form.values().expected_arrival_date)
  const methods = useShippingMethods(place, assignTo)

  // Another location may leave no choice (abroad), or not offer the chosen method.
  useEffect(() => {
    if (!methods || methods.some(({ id }) => id === form.values().shipping_method_id)) return
    const only = methods.length === 1 ? methods[0] : undefined
    form.fill(only ? { shipping_method_id: only.id, ...datesOf(only) } : { shipping_method_id: null })
    form.visit('shipping_method_id')
  }, [methods, form])

  const bringDates = (id: number | null) => {
    const chosen = methods?.find((method) => method.id === id)
    if (chosen) form.fill(datesOf(chosen))
  }
  return (
    <SelectField
      form={form}
      name="shipping_method_id"
      label="Shipping method"
      required
      options={(methods ?? []).map(({ id, name, arrival_date }) => ({
        id,
        // The chosen one on the day that is expected below, which can be later than its earliest.
        label: `${name}, arrives ${formatDay(id === chosen && expected ? expected : arrival_date)}`,
      }))}
      help="Changing the method updates the dates."
      onChange={bringDates}
    />
  )
}

function WindowField({ form, print }: { form: FormStore<Shipping>; print: PrintingRequest }) {
  const { today } = useLabClock()
  const place = useFormPart(form, () => form.values().location_id)
  const chosen = useFormPart(form, () => form.values().shipping_method_id)
  const method = useShippingMethods(place, print.assign_to)?.find(({ id }) => id === chosen)
  // Nothing arrives before what the way itself proposes (`requests/arrival`).
  const first = method?.delivery_date_from ?? today
  const from = useFormPart(form, () => form.values().delivery_date_from)
  const arrives = useFormPart(form, () => form.values().expected_arrival_date)
  const stays = chosen === print.shipping_method_id && arrives === print.expected_arrival_date
  useCheckedDay(form, 'expected_arrival_date', {
    offset: 0,
    method: method?.id_string,
    earliest: method?.arrival_date,
    // Without a method there is nothing to check by.
    stays: stays || method === undefined,
  })
  const days = useBusinessDays(from ?? today)
  return (
    <DayRangeField
      form={form}
      from="delivery_date_from"
      to="delivery_date_to"
      also="expected_arrival_date"
      label="Delivery window"
      required
      help={arrives ? `Expected arrival: ${formatDay(arrives, true)}` : undefined}
      min={first}
      max={addMonths(today, monthsAhead)}
      today={today}
      excluded={(day) => !days.known(day)}
      onMonth={days.look}
      onChange={(_, last) => form.set('expected_arrival_date', last)}
    />
  )
}
