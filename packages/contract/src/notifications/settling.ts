import type { CaseEventName } from '../events.ts'

const over = ['rx_form_canceled', 'archived'] as const
const requestOver = ['request_completed', 'request_canceled', ...over] as const
const decided = ['approved', 'changes_requested', 'setup_completed', ...over] as const

/**
 * Which later events of the same case leave nothing to do for a notice, by its type in the bell (`notices/settled`).
 * Types that are missing only inform: they are read when their person opens the case.
 */
export const settledBy: Record<string, readonly CaseEventName[]> = {
  submitted: ['work_started', 'ready', 'setup_completed', ...over],
  ready: decided,
  approval_reminder: decided,
  approve_by: decided,
  changes_requested: ['ready', 'setup_completed', ...over],
  held: ['unheld', ...over],
  file_flagged: ['file_deleted', 'ready', 'setup_completed', ...over],
  print_requested: requestOver,
  correction_requested: ['correction_completed', ...requestOver],
  correction_uploaded: [
    'tray_corrected',
    'flawed_tray_removed',
    'correction_completed',
    'file_deleted',
    ...requestOver,
  ],
  correction_reopened: ['tray_corrected', 'flawed_tray_removed', 'correction_completed', ...requestOver],
}

const settling: ReadonlySet<string> = new Set(Object.values(settledBy).flat())

/** Whether notices are settled by an event of a case. */
export const isSettling = (event: string): boolean => settling.has(event)
