import { shipping } from '@archwire/contract/client/shipping'
import { addMonths, type Day } from '@archwire/contract/core/dates.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from './query.ts'

/** How many months ahead a date can be requested (`requests/arrival`). */
export const monthsAhead = 6

/** The business days of the months viewed so far; days of a month that is not loaded yet are not included. */
export function useBusinessDays(first: Day) {
  const [looked, setLooked] = useState<readonly string[]>([])
  const months = [...new Set([first.slice(0, 7), addMonths(`${first.slice(0, 7)}-01`, 1).slice(0, 7), ...looked])]
  const days = useQueries({
    queries: months.map((year_month) => ({
      ...query(shipping.calendarDays, { query: { year_month } }),
      staleTime: Infinity,
    })),
    combine: (results) =>
      new Set(
        results.flatMap(
          ({ data }) => data?.calendar_days.filter((day) => day.is_business_day).map(({ date }) => date) ?? [],
        ),
      ),
  })
  return {
    known: (day: Day) => days.has(day.slice(0, 10)),
    look: (day: Day) => setLooked((now) => [...new Set([...now, day.slice(0, 7)])]),
  }
}
