import { lifecycle, next } from '../core/lifecycle.ts'
import { statusNames, type Statuses } from '../core/statuses.ts'

/** Case states with ids, labels and colors (`cases/states`). */
export const patientStatuses = {
  new: { id: 2, label: 'New', color: 'gray', open: true },
  in_progress: { id: 1, label: 'In Progress', color: 'blue', open: true },
  awaiting_approval: { id: 3, label: 'Awaiting Approval', color: 'grape', open: true, doctor: 'Doctor approves' },
  approved: { id: 4, label: 'Approved', color: 'teal' },
  completed: { id: 5, label: 'Completed', color: 'green' },
} as const satisfies Statuses
export type PatientStatus = keyof typeof patientStatuses

/** The life cycle of a case. `settle` follows at once where nothing is to be printed. */
export const caseLifecycle = lifecycle({
  states: statusNames(patientStatuses),
  events: {
    start_work: { from: ['new'], to: 'in_progress' },
    mark_as_ready: { from: ['in_progress'], to: 'awaiting_approval' },
    complete_setup: { from: ['in_progress'], to: 'approved' },
    approve: { from: ['awaiting_approval'], to: 'approved' },
    request_changes: { from: ['awaiting_approval'], to: 'in_progress' },
    settle: { from: ['approved'], to: 'completed' },
    reopen: { from: ['completed'], to: 'approved' },
  },
})
export type CaseEvent = keyof typeof caseLifecycle.events

/** Whether work on a case is still to begin in this state. */
export const isToBegin = (status: PatientStatus): boolean => next(caseLifecycle, status, 'start_work') !== undefined
