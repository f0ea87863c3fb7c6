import { lifecycle } from '../core/lifecycle.ts'
import { statusNames, type Statuses } from '../core/statuses.ts'

/** A customer request groups the work after approval: one printing request and/or flawed trays (`requests/request`). */
export const customerRequestStatuses = {
  pending: { id: 1, label: 'Pending', color: 'grape', open: true },
  completed: { id: 2, label: 'Completed', color: 'green' },
  canceled: { id: 3, label: 'Canceled', color: 'red' },
} as const satisfies Statuses
export type CustomerRequestStatus = keyof typeof customerRequestStatuses

export const customerRequestLifecycle = lifecycle({
  states: statusNames(customerRequestStatuses),
  events: {
    complete: { from: ['pending'], to: 'completed' },
    cancel: { from: ['pending'], to: 'canceled' },
  },
})

export const printingRequestStatuses = {
  new: { id: 1, label: 'New', color: 'gray', open: true },
  in_progress: { id: 2, label: 'In Progress', color: 'blue', open: true },
  completed: { id: 3, label: 'Completed', color: 'green' },
  canceled: { id: 4, label: 'Canceled', color: 'red' },
} as const satisfies Statuses
export type PrintingRequestStatus = keyof typeof printingRequestStatuses

export const printingRequestLifecycle = lifecycle({
  states: statusNames(printingRequestStatuses),
  events: {
    start_work: { from: ['new'], to: 'in_progress' },
    complete: { from: ['new', 'in_progress'], to: 'completed' },
    cancel: { from: ['new', 'in_progress'], to: 'canceled' },
  },
})

export { contentType, contentTypes } from '../rx-forms/content-types.ts'
