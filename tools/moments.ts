import { addDays, dayIn, instantIn, weekday, type Day } from '@archwire/contract/core/dates.ts'

/** A moment at which dates go wrong easily, and a time zone for the machine that is not the lab's. */
export interface Moment {
  at: Date
  /** The zone of the process (`TZ`): nothing may depend on it. */
  processZone: string
}

const clock = (hours: number, minutes: number) => hours * 3600 + minutes * 60

/** The day of a month that is its `count`-th such weekday (0 Sunday … 6 Saturday). */
const nthWeekday = (month: string, name: number, count: number): Day => {
  const first = `${month}-01`
  return addDays(first, ((name - weekday(first) + 7) % 7) + (count - 1) * 7)
}

/** The moments of `npm run test:dates`: the next ones after `present`, on the clock of the lab. */
export function momentsAfter(present: Date, zone: string): Record<string, Moment> {
  const year = Number(dayIn(zone, present).slice(0, 4))
  const next = (dayOf: (year: number) => Day, secondsOfDay: number, processZone: string): Moment => ({
    at: [year, year + 1].map((each) => instantIn(zone, dayOf(each), secondsOfDay)).find((at) => at > present)!,
    processZone,
  })
  return {
    thanksgiving: next((each) => nthWeekday(`${each}-11`, 4, 4), clock(20, 0), 'Pacific/Auckland'),
    'new-years-eve': next((each) => `${each}-12-31`, clock(23, 50), 'UTC'),
    'new-year': next((each) => `${each}-01-01`, clock(0, 10), 'Asia/Kolkata'),
    february: next((each) => addDays(`${each}-03-01`, -1), clock(17, 30), 'Pacific/Honolulu'),
    // Clocks go forward at two o'clock: while the tests run.
    'daylight-saving': next((each) => nthWeekday(`${each}-03`, 0, 2), clock(1, 58), 'America/Denver'),
  }
}
