export { assignPrint, partnerPrints } from './commands/assign.ts'
export { requestCorrection } from './commands/corrections.ts'
export { changeShipping, printFromRx, requestPrint, shipOpenPrints } from './commands/prints.ts'
export {
  cancelOpenRequests,
  completeRequest,
  markLabelPrinted,
  permitRequest,
  touchRequest,
} from './commands/requests.ts'
export { caseOfRequest, lockRequest, type RequestFacts } from './facts.ts'
export { printSummary } from './json.ts'
export { getRequest } from './queries.ts'
export { printIs } from './status-words.ts'
export { beginCorrection, changeTray, correctTray } from './commands/trays.ts'
