export { approve, completeSetup, markAsReady, requestChanges } from './commands/setup.ts'
export { addFile } from './commands/files.ts'
export { completeRequest, markLabelPrinted } from './commands/requests.ts'
export { toggleHold } from './commands/hold.ts'
export { saveNote } from './commands/notes.ts'
export { submit } from './commands/submit.ts'
export { saveSteps, setTechnician } from './commands/work.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Trx } from '../../db/client.ts'
import { record, type CaseFact } from '../../kernel/record.ts'
import { refreshCaseRows, refreshRowsOfDoctor, staleCaseRows } from './case-row.sql.ts'
import { remind } from './reminders.ts'
import { announce } from './subscribers.ts'

/** What the worker may ask of cases. */
export const caseJobs = {
  announce,
  remind,
  /** A fact that no person caused, such as the end of a scan's check. */
  tellCase: async (trx: Trx, fact: CaseFact): Promise<void> => {
    await record(trx, null, [fact])
    await refreshCaseRows(trx, [fact.patientId])
  },
  refreshRowsOfDoctor,
  /** The nightly comparison: kept rows must equal rebuilt ones; what differs is mended and reported as a bug. */
  verifyRows: async (db: Db, log: FastifyBaseLogger): Promise<void> => {
    const stale = await staleCaseRows(db)
    if (stale.length === 0) return
    log.error({ cases: stale }, 'rows of the case list differed from what they are built from')
    await db.transaction().execute((trx) => refreshCaseRows(trx, stale))
  },
}
