import { lifecycle } from '../core/lifecycle.ts'
import { statusNames, type Statuses } from '../core/statuses.ts'

/** A flawed tray waits for its corrected file, then has it (`corrections/tray`). */
export const flawedTrayStatuses = {
  awaiting_fix: { id: 1, label: 'Awaiting fix', color: 'orange', open: true },
  corrected: { id: 2, label: 'Corrected', color: 'green' },
} as const satisfies Statuses
export type FlawedTrayStatus = keyof typeof flawedTrayStatuses

export const flawedTrayLifecycle = lifecycle({
  states: statusNames(flawedTrayStatuses),
  events: {
    correct: { from: ['awaiting_fix'], to: 'corrected' },
    remove_corrected: { from: ['corrected'], to: 'awaiting_fix' },
  },
})

/** The work on the flawed trays of one request (`corrections/work`); null on the request while it has none. */
export const flawedWorkStatuses = {
  new: { id: 1, label: 'New', color: 'gray', open: true },
  in_progress: { id: 2, label: 'In Progress', color: 'blue', open: true },
  completed: { id: 3, label: 'Completed', color: 'green' },
} as const satisfies Statuses
export type FlawedWorkStatus = keyof typeof flawedWorkStatuses
