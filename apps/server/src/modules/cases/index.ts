export { approve, completeSetup, markAsReady, requestChanges } from './commands/setup.ts'
export { addFile } from './commands/files.ts'
export { completeRequest, markLabelPrinted } from './commands/requests.ts'
export { toggleHold } from './commands/hold.ts'
export { saveNote } from './commands/notes.ts'
export { submit } from './commands/submit.ts'
export { saveSteps, setTechnician } from './commands/work.ts'
import type { Trx } from '../../db/client.ts'
import { record, type CaseFact } from '../../kernel/record.ts'
import { refreshCaseRows } from './case-row.sql.ts'

/** Writes a fact that no person caused, such as the end of a scan's check. */
export async function tellCase(trx: Trx, fact: CaseFact): Promise<void> {
  await record(trx, null, [fact])
  await refreshCaseRows(trx, [fact.id])
}
