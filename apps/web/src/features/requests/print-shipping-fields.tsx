import { locations } from '@archwire/contract/client/locations'
import { shipping } from '@archwire/contract/client/shipping'
import { addMonths } from '@archwire/contract/core/dates.ts'
import { printDays } from '@archwire/contract/requests/print-days.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { monthsAhead, useBusinessDays } from '../../lib/business-days.ts'
import { formatDay } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart, type FormStore } from '../../ui/form/store.ts'
import { Note } from '../../ui/states.tsx'
import { placesOf } from './places.ts'
import { useCheckedDay, type Method } from './use-checked-day.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

export interface PrintShipping {
  location_id: number | null
  shipping_method: string | null
  expected_arrival_date: string | null
}

/** The options for a print that the lab makes, each depending on the previous choices. */
function useChoices(form: FormStore<PrintShipping>, organizationId: number) {
  const place = useFormPart(form, () => form.values().location_id)
  const method = useFormPart(form, () => form.values().shipping_method)
  const { data } = useQuery(query(locations.listAssigned, { params: { id: organizationId } }))
  const places = data?.locations
  const methods = useShippingMethods(place, assignment.ownLab)
  const terms = { offset: printDays, ...(method && { shipping_method: method as Method }) }
  const earliest = useQuery(query(shipping.nextBusinessDate, { query: terms })).data?.next_business_date

  // The location of the Rx form may have been removed since, or not be available to this person.
  useEffect(() => {
    if (!places || places.some(({ id }) => id === form.values().location_id)) return
    form.set('location_id', (places.find(({ is_main }) => is_main) ?? places[0])?.id ?? null)
  }, [places, form])
  useEffect(() => {
    if (!methods || methods.some(({ id_string }) => id_string === form.values().shipping_method)) return
    form.set('shipping_method', methods[0]?.id_string ?? null)
  }, [methods, form])
  // A slower method may not make the picked day.
  useEffect(() => {
    const picked = form.values().expected_arrival_date
    if (earliest && picked !== null && picked < earliest) form.set('expected_arrival_date', null)
  }, [earliest, form])
  useCheckedDay(form, 'expected_arrival_date', { offset: printDays, method, earliest })
  return { places, methods, earliest }
}

/** Where and how a requested print ships, and when it has to arrive. */
export function PrintShippingFields({
  form,
  organizationId,
}: {
  form: FormStore<PrintShipping>
  organizationId: number
}) {
  const { today } = useLabClock()
  const { places, methods, earliest } = useChoices(form, organizationId)
  const days = useBusinessDays(earliest ?? today)

  if (places?.length === 0) return <Note tone="warning">No found Locations</Note>
  return (
    <>
      <SelectField form={form} name="location_id" label="Ship to" required options={placesOf(places, null)} />
      <SelectField
        form={form}
        name="shipping_method"
        label="Shipping method"
        required
        options={(methods ?? []).map(({ id_string, name }) => ({ id: id_string, label: name }))}
      />
      <DayField
        form={form}
        name="expected_arrival_date"
        label="Expected arrival"
        help={earliest ? `Earliest possible: ${formatDay(earliest)}. Empty means as early as possible.` : undefined}
        placeholder={earliest ? 'As early as possible' : 'Looking up the calendar…'}
        disabled={earliest === undefined}
        clearable
        min={earliest}
        max={addMonths(today, monthsAhead)}
        today={today}
        excluded={(day) => !days.known(day)}
        onMonth={days.look}
      />
    </>
  )
}
