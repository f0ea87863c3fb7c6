export { cancelRequest, completeRequest, markLabelPrinted, permitRequest, touchRequest } from './commands/requests.ts'
export { printFromRx } from './commands/prints.ts'
export { caseOfRequest, lockRequest, type RequestFacts } from './facts.ts'
export { getRequest } from './queries.ts'
