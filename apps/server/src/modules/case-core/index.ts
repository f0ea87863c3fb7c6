export {
  caseIdentity,
  caseJoins,
  refreshCaseRows,
  refreshRowsOfDoctor,
  statusLookup,
  verifyCaseRows,
} from './case-row.sql.ts'
export { conclude, permit, setCase, tellCase, type CaseEvent } from './change.ts'
export { factColumns, factJoins, factsOf, lockCase, workJoin, type CaseFacts } from './facts.ts'
export { caseInReach, lockCaseInReach, permitOn, type CaseInReach } from './in-reach.ts'
export { may } from './policy.ts'
export { afterApproval, blocked, canOf, modificationRules } from './rules.ts'
export { checkSeen, seenOfRequest } from './seen.ts'
export { isShipped } from './shipped.sql.ts'
export { caseIs, printIs, requestIs, rxFormIs } from './status-words.ts'
export { seesTechnician, withoutTechnician } from './technician.ts'
export { workflowJson, workflowSummaryJson } from './workflow.sql.ts'
