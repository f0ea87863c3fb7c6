export {
  caseIdentity,
  caseJoins,
  occasional,
  refreshCaseRows,
  refreshRowsOfDoctor,
  refreshRowsOfOrganization,
  verifyCaseRows,
} from './case-row.sql.ts'
export { conclude, permit, recordOnCase, setCase, transition, type CaseEvent } from './change.ts'
export {
  factColumns,
  factJoins,
  factsOf,
  fullNameOf,
  lockCase,
  readCase,
  setupIsNewer,
  setupText,
  workJoin,
  type CaseFacts,
} from './facts.ts'
export { caseInReach, lockCaseInReach, permitOn, refuseGoneScans, type CaseInReach } from './in-reach.ts'
export { caseLabelSql, fullNameSql } from './names.sql.ts'
export { bundleOf, parcelOf } from './parcel.sql.ts'
export {
  correctorsJson,
  doctorStill,
  holderRole,
  isItsWork,
  partnerPeople,
  peopleJson,
  seesCase,
  technicianOrLab,
} from './people.sql.ts'
export { correctedBy, may } from './policy.ts'
export { recordOfCases } from './record.sql.ts'
export { afterApproval, blocked, decideCase, modificationRules } from './rules.ts'
export { correctedBySql, uploadedFor } from './corrected-by.sql.ts'
export { changedSince, checkSeen, seenOfCase, setupSeen } from './seen.ts'
export { isShipped, shippedTrays } from './shipped.sql.ts'
export { endRunningSteps } from './steps.ts'
export { statusLookup } from './status-lookup.sql.ts'
export { caseIs, rxFormIs } from './status-words.ts'
export { presentSetupWork, presentWorkflow, seesTechnician, type WorkflowRow } from './workflow.ts'
export { printSince, setupWorkJson, workflowJson, workflowSummaryJson } from './workflow.sql.ts'
