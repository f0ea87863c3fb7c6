import { shipping } from '@archwire/contract/client/shipping'
import type { Day } from '@archwire/contract/core/dates.ts'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { useFormPart, type FormStore, type KeysOf } from '../../ui/form/store.ts'

/** How a print ships, as the calendar knows it. */
export type Method = 'standard' | 'express' | 'urgent' | 'lightspeed' | 'international'

interface Terms {
  /** Business days that are needed before it ships. */
  offset: number
  method: string | null | undefined
  /** The earliest possible day; undefined until it is known. */
  earliest: Day | undefined
  /** The day was accepted before and is not changed: it is not checked again. */
  stays?: boolean
}

/** Asks the server about a picked day at once, and shows its answer at the field (`requests/arrival`). */
export function useCheckedDay<V extends object>(
  form: FormStore<V>,
  name: KeysOf<V, Day | null>,
  { offset, method, earliest, stays = false }: Terms,
): void {
  const value = useFormPart(form, () => form.values()[name] as Day | null)
  useEffect(() => {
    if (value === null || stays) return form.judge(name, undefined)
    const check = new AbortController()
    const query = { business_date: value, offset, ...(method && { shipping_method: method as Method }) }
    call(shipping.isValidBusinessDate, { query }, { signal: check.signal }).then(
      ({ is_valid }) => {
        const isEarly = earliest !== undefined && value < earliest
        const problem = isEarly ? 'Invalid date' : 'Selected date is not a valid business date'
        form.judge(name, is_valid ? undefined : problem)
      },
      // A check that failed keeps no one from saving: the server checks again.
      () => check.signal.aborted || form.refuse({ [name]: ['Server Error'] }),
    )
    return () => check.abort()
  }, [value, offset, method, earliest, stays, form, name])
}
