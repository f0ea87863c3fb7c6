export { refreshAll, refreshDue, refreshOrganization, refreshPerson } from './refresh.ts'
export { compareIndex, replaceIndex, sendChanges } from './send.ts'
