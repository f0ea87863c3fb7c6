import { lifecycle } from '../core/lifecycle.ts'

/** States of an Rx form, and of the work on its initial case setup (decisions §4). */
export const rxFormStatuses = {
  new: { id: 1, label: 'New', color: 'gray' },
  in_progress: { id: 2, label: 'In Progress', color: 'blue' },
  pending: { id: 3, label: 'Pending', color: 'grape' },
  completed: { id: 4, label: 'Completed', color: 'green' },
  canceled: { id: 5, label: 'Canceled', color: 'red' },
} as const
export type RxFormStatus = keyof typeof rxFormStatuses

export const rxFormLifecycle = lifecycle({
  states: ['new', 'in_progress', 'pending', 'completed', 'canceled'],
  events: {
    start_work: { from: ['new'], to: 'in_progress' },
    ready: { from: ['in_progress'], to: 'pending' },
    complete: { from: ['in_progress', 'pending'], to: 'completed' },
    request_changes: { from: ['pending'], to: 'in_progress' },
    cancel: { from: ['new', 'in_progress', 'pending'], to: 'canceled' },
  },
})

export const rxFormStatusById = (id: number): RxFormStatus =>
  (Object.keys(rxFormStatuses) as RxFormStatus[]).find((key) => rxFormStatuses[key].id === id)!
