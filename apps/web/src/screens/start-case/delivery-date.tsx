import { shipping } from '@archwire/contract/client/shipping'
import { addMonths } from '@archwire/contract/core/dates.ts'
import { labelIn } from '@archwire/contract/rx-forms/fields.ts'
import { ships } from '@archwire/contract/rx-forms/rules.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { monthsAhead, useBusinessDays } from '../../lib/business-days.ts'
import { formatDay } from '../../lib/format.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { query } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { useCaseForm } from './case-form.ts'

type Method = 'standard' | 'express' | 'urgent' | 'lightspeed' | 'international'

/** The inputs of the calendar rules: production days (none for a rush case), and the shipping method, if it ships. */
export function useDeliveryTerms() {
  const { form, preference } = useCaseForm()
  const offset = useFormPart(form, () => (form.values().rush_case ? 0 : preference.metadata.production_days))
  const method = useFormPart(form, () => (ships(form.values()) ? form.values().shipping_method : null))
  const terms = { offset, ...(method && { shipping_method: method as Method }) }
  const { today } = useLabClock()
  const { data, refetch } = useQuery(query(shipping.nextBusinessDate, { query: terms }))
  const asked = useRef(today)
  useEffect(() => {
    // A page that is left open overnight asks again.
    if (asked.current !== today) void refetch()
    asked.current = today
  }, [today, refetch])
  return { terms, today, earliest: data?.next_business_date }
}

/** By when the practice needs it: business days only, from the earliest possible one on (`rx-form/delivery-date`). */
export function DeliveryDate() {
  const { form, before } = useCaseForm()
  const value = useFormPart(form, () => form.values().bonding_date)
  const export_type = useFormPart(form, () => form.values().export_type)
  const bonding = export_type !== null
  const { terms, today, earliest } = useDeliveryTerms()
  const last = addMonths(today, monthsAhead)
  // A date from a draft was picked, and the advice shown, earlier.
  const [advice, setAdvice] = useState<'not yet' | 'open' | 'given'>(value === null ? 'not yet' : 'given')
  const isBusinessDay = useBusinessDays(earliest ?? today)

  const { offset, shipping_method } = terms
  useEffect(() => {
    // The day that was submitted stands, wherever today has got to since.
    if (value === null || value === before?.bonding_date) return form.judge('bonding_date', undefined)
    const check = new AbortController()
    call(
      shipping.isValidBusinessDate,
      { query: { business_date: value, offset, shipping_method } },
      { signal: check.signal },
    ).then(
      ({ is_valid }) => {
        const early = earliest !== undefined && value < earliest
        const problem = early ? 'Invalid date' : 'Selected date is not a valid business date'
        form.judge('bonding_date', is_valid ? undefined : problem)
        if (is_valid && bonding) setAdvice((now) => (now === 'not yet' ? 'open' : now))
      },
      () => check.signal.aborted || form.refuse({ bonding_date: ['Server Error'] }),
    )
    return () => check.abort()
  }, [value, offset, shipping_method, bonding, earliest, form, before])

  return (
    <>
      <DayField
        form={form}
        name="bonding_date"
        label={labelIn('bonding_date', { export_type }, 'label')}
        help={earliest ? `Earliest possible: ${formatDay(earliest)}. Empty means as early as possible.` : undefined}
        placeholder={earliest ? 'As early as possible' : 'Looking up the calendar…'}
        disabled={earliest === undefined}
        clearable
        min={earliest}
        max={last}
        today={today}
        excluded={(day) => !isBusinessDay.known(day)}
        onMonth={isBusinessDay.look}
      />
      <Dialog
        opened={advice === 'open'}
        title="Bonding date"
        onClose={() => setAdvice('given')}
        actions={<Button onClick={() => setAdvice('given')}>OK</Button>}
      >
        For maximum bracket accuracy, cases should be bonded no later than 30 days from this submission date.
      </Dialog>
    </>
  )
}
