import type { Day } from '@archwire/contract/core/dates.ts'

/** The closing day of a month after another one: the same day number, the last day of a month that is too short for it. */
export function nextClosing(day: Day, billingDay: number): Day {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const next = new Date(Date.UTC(year, month, Math.min(billingDay, last)))
  return next.toISOString().slice(0, 10)
}

/** The closing day of the order that takes a row of this day: the first one after it (`billing/open-order`). */
export function closingAfter(day: Day, { next, billingDay }: { next: Day; billingDay: number }): Day {
  let closing = next
  while (closing <= day) closing = nextClosing(closing, billingDay)
  return closing
}
