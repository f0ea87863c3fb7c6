import type { PatientSearch } from './search.ts'

/**
 * What waits for the lab, each with the list that shows it (`organizations/waiting`): the keys of the lab's list, beyond
 * its defaults. The numbers on its home are the totals of these lists; the server counts by this table.
 */
export const waitingLists = {
  late: { 'filter[late_only]': '1' },
  unassigned: { 'filter[unassigned_only]': '1' },
  changes_asked: { 'filter[changes_asked_only]': '1' },
  on_hold: { 'filter[only_on_hold]': '1' },
} as const satisfies Record<string, PatientSearch>

export type WaitingKind = keyof typeof waitingLists
