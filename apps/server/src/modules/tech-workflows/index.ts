export { changeProcesses, type ProcessInput } from './processes.ts'
export { workflowJson, workflowSummaryJson } from './json.ts'
export { seesTechnician, withoutTechnician } from './policy.ts'
