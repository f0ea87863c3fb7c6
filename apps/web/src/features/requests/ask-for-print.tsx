import { locations } from '@archwire/contract/client/locations'
import { printingRequests } from '@archwire/contract/client/printing-requests'
import { shipping } from '@archwire/contract/client/shipping'
import { addMonths } from '@archwire/contract/core/dates.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { contentTypes } from '@archwire/contract/requests/lifecycle.ts'
import { assignment, jaws } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, newIntent } from '../../lib/api.ts'
import { monthsAhead, useBusinessDays } from '../../lib/business-days.ts'
import { formatDay } from '../../lib/format.ts'
import { useLab } from '../../lib/lab.ts'
import { query, useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, refuseFields, useField, useFormPart, type Errors, type FormStore } from '../../ui/form/store.ts'
import { Note } from '../../ui/states.tsx'
import { placesOf } from './places.ts'
import { useShippingMethods } from './use-shipping-methods.ts'

/** Business days of a print that is asked for later; the Rx form's are the lab's setting (decisions §8). */
const productionDays = 1
/** Brackets can be inserted into trays only. */
const trays = 1

type Method = 'standard' | 'express' | 'urgent' | 'lightspeed' | 'international'

interface Wish {
  arches: 1 | 2 | 3
  content_type_id: number
  insert_brackets: boolean
  location_id: number | null
  shipping_method: string | null
  expected_arrival_date: string | null
}

const validate = ({ location_id, shipping_method }: Wish): Errors<Wish> => ({
  ...(location_id === null && { location_id: ['Required'] }),
  ...(shipping_method === null && { shipping_method: ['Required'] }),
})

/** What the Rx form asked for is what is usually wanted again. */
function wishOf({ rx_form: form }: Patient): Wish {
  const content = form?.export_type ?? trays
  return {
    arches: (form?.jaws_id ?? 3) as Wish['arches'],
    content_type_id: content,
    insert_brackets: content === trays && form?.insert_brackets_assignment === assignment.ownLab,
    location_id: form?.shipping_location?.id ?? form?.location?.id ?? null,
    shipping_method: form?.shipping_method ?? 'standard',
    expected_arrival_date: null,
  }
}

/** Asks for a print of an approved case; with one open it says that going on makes a duplicate (decisions §5). */
export function AskForPrint({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  if (!patient.can.request_print && !opened) return null
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setOpened(true)}>
        Ask for printing
      </Button>
      {opened && <AskDialog patient={patient} onClose={() => setOpened(false)} />}
    </>
  )
}

function AskDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const [intent, setIntent] = useState(newIntent)
  const [form] = useState(() => createForm<Wish>({ initial: wishOf(patient), validate }))
  const ready = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const arches = useField(form, 'arches')
  const content = useField(form, 'content_type_id')
  const brackets = useField(form, 'insert_brackets')
  const duplicate = patient.open_request_id !== null
  const ask = useCall(printingRequests.create, {
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && error.status !== 0) setIntent(newIntent())
      return refuseFields(form, error)
    },
  })
  return (
    <FormDialog
      opened
      title={`Print for ${patient.full_name}`}
      confirm={duplicate ? 'Ask anyway' : 'Ask for printing'}
      ready={ready}
      busy={ask.isPending}
      onConfirm={() => ask.mutate({ body: { patient_id: patient.id, ...form.values() }, intent })}
      onClose={onClose}
    >
      {duplicate && (
        <Note tone="warning">
          A request is open already. A second one makes both duplicates: neither is worked on until one is canceled.
        </Note>
      )}
      <ChoiceField
        name="arches"
        label="Arches"
        required
        options={jaws}
        value={arches.value}
        error={arches.error}
        onChange={arches.set}
      />
      <ChoiceField
        name="content_type_id"
        label="What is printed?"
        required
        options={contentTypes}
        value={content.value}
        error={content.error}
        onChange={(id) => {
          content.set(id)
          if (id !== trays) brackets.set(false)
        }}
      />
      {content.value === trays && (
        <ToggleField name="insert_brackets" label="Insert brackets" value={brackets.value} onChange={brackets.set} />
      )}
      <ShippingFields form={form} patient={patient} />
    </FormDialog>
  )
}

function ShippingFields({ form, patient }: { form: FormStore<Wish>; patient: Patient }) {
  const { today } = useLab()
  const place = useField(form, 'location_id')
  const method = useField(form, 'shipping_method')
  const arrival = useField(form, 'expected_arrival_date')
  const { data } = useQuery(query(locations.listAssigned, { params: { id: patient.organization_id } }))
  const places = data?.locations
  const methods = useShippingMethods(place.value, assignment.ownLab)
  const terms = { offset: productionDays, ...(method.value && { shipping_method: method.value as Method }) }
  const earliest = useQuery(query(shipping.nextBusinessDate, { query: terms })).data?.next_business_date
  const days = useBusinessDays(earliest ?? today)

  // The place of the Rx form may be gone since, or not be this person's.
  useEffect(() => {
    if (!places || places.some(({ id }) => id === form.values().location_id)) return
    form.set('location_id', (places.find(({ is_main }) => is_main) ?? places[0])?.id ?? null)
  }, [places, form])
  useEffect(() => {
    if (!methods || methods.some(({ id_string }) => id_string === form.values().shipping_method)) return
    form.set('shipping_method', methods[0]?.id_string ?? null)
  }, [methods, form])
  // A slower method may not make the day that was picked.
  useEffect(() => {
    const picked = form.values().expected_arrival_date
    if (earliest && picked !== null && picked < earliest) form.set('expected_arrival_date', null)
  }, [earliest, form])

  if (places?.length === 0) return <Note tone="warning">No found Locations</Note>
  return (
    <>
      <SelectField
        name="location_id"
        label="Ship to"
        required
        options={placesOf(places, null)}
        value={place.value}
        error={place.error}
        onChange={(id) => {
          place.set(id)
          place.visit()
        }}
      />
      <SelectField
        name="shipping_method"
        label="Shipping method"
        required
        options={(methods ?? []).map(({ id_string, name }) => ({ id: id_string, label: name }))}
        value={method.value}
        error={method.error}
        onChange={(id) => {
          method.set(id)
          method.visit()
        }}
      />
      <DayField
        name="expected_arrival_date"
        label="Expected arrival"
        value={arrival.value}
        error={arrival.error}
        help={earliest ? `Earliest possible: ${formatDay(earliest)}. Empty means as early as possible.` : undefined}
        placeholder={earliest ? 'As early as possible' : 'Looking up the calendar…'}
        disabled={earliest === undefined}
        clearable
        min={earliest}
        max={addMonths(today, monthsAhead)}
        excluded={(day) => !days.known(day)}
        onMonth={days.look}
        onChange={arrival.set}
      />
    </>
  )
}
