import { sql } from 'kysely'
import { pino } from 'pino'
import type { Db } from '../db/client.ts'
import { processFile } from '../modules/files/index.ts'
import type { Storage } from '../services/storage/index.ts'
import { endingWith } from './as-db.ts'
import { withOwnClock } from './clock.ts'
import { forgetNewsOf } from './old-news.ts'

/** So long after it was uploaded a file of the demo was checked. */
const checkedAfterMs = 90_000
const log = pino({ level: 'warn' })

/** Checks files while the demo is being made, so that the scenes that people open first are there soon. */
export interface Scenes {
  /** The files of this case are to be checked, as of the time when they came in; those that are opened first, `soon`. */
  want(patientId: number, soon: boolean): void
  /** Ends when all are checked. */
  done(): Promise<void>
  /** No further file is begun; ends when the current one is finished. */
  stop(): Promise<void>
}

/**
 * One case after the other beside the making, as checks use a processor of their own; two at once when only they are
 * left to do.
 */
export function scenesBeside(db: Db, storage: Storage, isStopped: () => boolean): Scenes {
  const [cases, later]: [number[], number[]] = [[], []]
  let running: Promise<void> | undefined
  let isMade = false
  let isOver = false

  // Equal scans are checked once: what comes later costs little.
  const next = () => (isOver || isStopped() ? undefined : (cases.shift() ?? (isMade ? later.pop() : undefined)))
  async function work(): Promise<void> {
    for (let patient = next(); patient !== undefined; patient = next()) await check(patient)
  }
  async function check(patientId: number): Promise<void> {
    const { rows } = await sql<{ id: number; created_at: Date }>`
      select id, created_at from patient_files where patient_id = ${patientId} and processing = 'waiting' order by id`.execute(
      db,
    )
    // Old files notify nobody either.
    const tools = { db: endingWith(db, (trx) => forgetNewsOf(trx, patientId)), storage, log }
    for (const file of rows)
      await withOwnClock(async (set) => {
        set(new Date(file.created_at.getTime() + checkedAfterMs))
        // The job that looks for waiting files takes it later.
        await processFile(tools, file.id).catch((error: unknown) => log.warn({ err: error }, 'file of the demo waits'))
      })
  }

  return {
    want(patientId, soon) {
      if (!soon) return void later.push(patientId)
      cases.push(patientId)
      running ??= work().finally(() => (running = undefined))
    },
    async done() {
      isMade = true
      await Promise.all([running, work()])
    },
    async stop() {
      isOver = true
      await running
    },
  }
}
