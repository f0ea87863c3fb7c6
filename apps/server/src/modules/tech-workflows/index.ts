export { changeProcesses, type ProcessInput } from './processes.ts'
export { workflowJson, workflowSummaryJson } from './json.ts'
export { nameOfDoer, seesTechnician, withoutTechnician } from './policy.ts'
