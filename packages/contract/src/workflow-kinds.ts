/** Kinds of work. */
export const workflowKinds = ['initial_case_setup', 'printing_request', 'flawed_tray'] as const
export type WorkflowKind = (typeof workflowKinds)[number]
