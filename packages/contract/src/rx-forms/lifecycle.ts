import { lifecycle } from '../core/lifecycle.ts'
import { statusNames, type Statuses } from '../core/statuses.ts'

/** States of an Rx form, and of the work on its initial case setup (`cases/states`). */
export const rxFormStatuses = {
  new: { id: 1, label: 'New', color: 'gray', open: true },
  in_progress: { id: 2, label: 'In Progress', color: 'blue', open: true },
  pending: { id: 3, label: 'Pending', color: 'grape', open: true },
  completed: { id: 4, label: 'Completed', color: 'green' },
  canceled: { id: 5, label: 'Canceled', color: 'red' },
} as const satisfies Statuses
export type RxFormStatus = keyof typeof rxFormStatuses

export const rxFormLifecycle = lifecycle({
  states: statusNames(rxFormStatuses),
  events: {
    start_work: { from: ['new'], to: 'in_progress' },
    mark_as_ready: { from: ['in_progress'], to: 'pending' },
    complete: { from: ['in_progress', 'pending'], to: 'completed' },
    request_changes: { from: ['pending'], to: 'in_progress' },
    cancel: { from: ['new', 'in_progress', 'pending', 'completed'], to: 'canceled' },
  },
})
