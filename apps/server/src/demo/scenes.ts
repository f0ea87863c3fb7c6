import { sql } from 'kysely'
import { pino } from 'pino'
import type { Db } from '../db/client.ts'
import { processFile } from '../modules/files/index.ts'
import type { Storage } from '../services/storage/index.ts'
import { withOwnClock } from './clock.ts'

/** So long after it was uploaded a file of the demo was checked. */
const checkedAfterMs = 90_000
const log = pino({ level: 'warn' })

/** People who wait for the address wait no longer than this for scenes. */
const patienceMs = 20_000

/** Checks files while the demo is still being made, so that the scenes that people open first are there when they sign in. */
export interface Scenes {
  /** The files of this case are to be checked, as of the time when they came in; those that are opened first, `soon`. */
  want(patientId: number, soon: boolean): void
  /** Ends when they are checked, or nobody should wait for them any longer; the usual jobs check the others. */
  done(): Promise<void>
}

/**
 * One case after the other beside the making, as checks use a processor of their own; two at once when only they are
 * left to do.
 */
export function scenesBeside(db: Db, storage: Storage): Scenes {
  const [cases, later]: [number[], number[]] = [[], []]
  let running: Promise<void> | undefined
  let deadline = Infinity
  let isMade = false

  // Equal scans are checked once: what comes later costs little.
  const next = () => (Date.now() > deadline ? undefined : (cases.shift() ?? (isMade ? later.pop() : undefined)))
  async function work(): Promise<void> {
    for (let patient = next(); patient !== undefined; patient = next()) await check(patient)
  }
  async function check(patientId: number): Promise<void> {
    const { rows } = await sql<{ id: number; created_at: Date }>`
      select id, created_at from patient_files where patient_id = ${patientId} and processing = 'waiting' order by id`.execute(
      db,
    )
    for (const file of rows)
      await withOwnClock(async (set) => {
        set(new Date(file.created_at.getTime() + checkedAfterMs))
        await processFile({ db, storage, log }, file.id)
      })
  }

  return {
    want(patientId, soon) {
      if (!soon) return void later.push(patientId)
      cases.push(patientId)
      running ??= work().finally(() => (running = undefined))
    },
    async done() {
      deadline = Date.now() + patienceMs
      isMade = true
      await Promise.all([running, work()])
    },
  }
}
