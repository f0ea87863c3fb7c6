import type { PatientSearch } from '../patients/search.ts'
import type { DayRange } from './ranges.ts'
import type { CountName } from './routes.ts'

/**
 * Which list each card opens (`organizations/card`): the keys of the case lists, beyond their defaults. The number on
 * the card is the total of that list; the server's tests check it against this table. `days` are those of the range,
 * `until` all up to its end.
 */
const keysOf: Record<CountName, (days: string, until: string) => PatientSearch> = {
  shipped: (days) => ({ 'filter[shipped_between]': days }),
  submissions: (days) => submitted(days),
  flawed_trays: (days) => ({ requestTypeStatus: 'flawed_tray.0', 'filter[created_at_between]': days }),
  print_requests: (days) => prints(days),
  insert_brackets: (days) => ({ ...prints(days), 'filter[insert_brackets]': '1' }),
  completed_cases: (days) => ({ 'filter[completed_case_between]': days }),
  initial_setups: (days) => ({ ...submitted(days), requestAssignments: '1' }),
  total_cases: (_, until) => ({ 'filter[created_at_between]': until }),
  stone_models: (days) => ({ ...submitted(days), 'filter[impression_type]': '2' }),
  alginate: (days) => ({ ...submitted(days), 'filter[impression_type]': '1' }),
  intra_oral: (days) => ({ ...submitted(days), 'filter[impression_type]': '4' }),
}

const submitted = (days: string): PatientSearch => ({
  requestTypeStatus: 'initial_case_setup.0',
  'filter[created_at_between]': days,
})
const prints = (days: string): PatientSearch => ({
  requestTypeStatus: 'printing_request.0',
  'filter[created_at_between]': days,
})

/** The cards in display order. */
export const cards = Object.keys(keysOf) as CountName[]

/**
 * The search of the list behind a card. `today`, the lab's date, ends open ranges: nothing that is counted is in the
 * future, and an address cannot express a range without days.
 */
export function cardLink(card: CountName, { from, to }: DayRange, today: string): PatientSearch {
  const until = `,${to ?? today}`
  return {
    'filter[active_request_only]': '0',
    ...keysOf[card](from === null ? until : `${from},${to ?? ''}`, until),
  }
}
