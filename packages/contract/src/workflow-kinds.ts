/** Kinds of work (1 §3). */
export const workflowKinds = ['initial_case_setup', 'printing_request', 'flawed_tray'] as const
export type WorkflowKind = (typeof workflowKinds)[number]
