export { bestDocuments, documentsByKey, type BestDocument } from './best.ts'
export { refreshAll, refreshDue, refreshStale } from './refresh.ts'
export { compareIndex, replaceIndex, sendChanges } from './send.ts'
export { seesArchived } from './archived.ts'
