import { pino } from 'pino'
import type { Db } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import { processFile } from '../modules/files/index.ts'
import type { Storage } from '../services/storage/index.ts'

/** So long after it was uploaded a file of the demo was checked. */
const checkedAfterMs = 90_000
const log = pino({ level: 'warn' })

/** Checks the files of a case that wait, before anything else happens to it: its history has the order of its times. */
export type CheckFiles = (db: Db, patientId: number, set: (at: Date) => void) => Promise<void>

/** Does in the transaction of the case what the usual job does later. Equal scans of a practice are checked once. */
export function checksIn(storage: Storage, isStopped: () => boolean): CheckFiles {
  return async (db, patientId, set) => {
    const files = await scoped(db, labScope)
      .from('patient_files')
      .select(['id', 'created_at'])
      .where('patient_id', '=', patientId)
      .where('processing', '=', 'waiting')
      .orderBy('id')
      .execute()
    if (files.length === 0) return
    set(new Date(files.at(-1)!.created_at.getTime() + checkedAfterMs))
    const next = () => (isStopped() ? undefined : files.shift())
    async function work(): Promise<void> {
      for (let file = next(); file; file = next())
        // The job that looks for waiting files takes it later.
        await processFile({ db, storage, log }, file.id).catch((error: unknown) =>
          log.warn({ err: error }, 'file of the demo waits'),
        )
    }
    // Two at once, as each has a process of its own.
    await Promise.all([work(), work()])
    if (isStopped()) throw new Error('The demo was stopped.')
  }
}
