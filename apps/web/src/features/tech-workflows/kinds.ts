import type { WorkflowKind } from '@archwire/contract/workflow-kinds.ts'

interface WorkKind {
  label: string
  /** What begins a further round of it (`work/rounds`). */
  asked: string
}

/** How each kind of work is named. */
export const workKinds: Record<WorkflowKind, WorkKind> = {
  initial_case_setup: { label: 'Setup', asked: 'changes asked' },
  printing_request: { label: 'Print', asked: 'asked again' },
  flawed_tray: { label: 'Tray correction', asked: 'further trays reported' },
}
