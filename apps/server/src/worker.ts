import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Config } from './config.ts'
import { connect, type Db } from './db/client.ts'
import { openPublisher } from './jobs/outbox.ts'
import { work } from './jobs/runner.ts'
import { accountJobs } from './modules/accounts/index.ts'
import { caseJobs } from './modules/cases/index.ts'
import { processFile } from './modules/files/process.ts'
import { sweep } from './modules/upkeep/sweep.ts'
import { deliver } from './services/mail/deliver.ts'
import type { Mailer } from './services/mail/port.ts'
import type { Storage } from './services/storage/index.ts'

/** Subscribes every queue by name: who does what in the background, on one page. */
export async function startWorker(parts: {
  config: Config
  db: Db
  appUrl: string
  boss: PgBoss
  storage: Storage
  mailer: Mailer
  publicUrl: string
  log: FastifyBaseLogger
}): Promise<{ close(): Promise<void> }> {
  const { db, boss, storage, mailer, log } = parts
  // A connection of its own: what was committed goes out, however many wait for the others.
  const outbox = connect(parts.appUrl, { pool: 1, name: 'archwire-outbox' })
  const publisher = openPublisher(outbox.db, boss, log)
  await work(
    boss,
    {
      'access.new-browser': ({ session_id }) => accountJobs.tellOfNewBrowser(db, session_id, parts.publicUrl),
      'access.write-mail': ({ wish_id }) => accountJobs.writeWishedMail(db, wish_id, parts.publicUrl),
      'approvals.remind': () => caseJobs.remind(db, parts.publicUrl),
      'case.announce': ({ history_id }) => caseJobs.announce(db, history_id, parts.publicUrl),
      'cases.refresh-doctor': ({ user_id }) => caseJobs.refreshRowsOfDoctor(db, user_id),
      'files.process': ({ patient_file_id }) => processFile(db, storage, patient_file_id, caseJobs.tellCase),
      'mail.send': ({ mail_id }) => deliver(db, mailer, mail_id),
      'upkeep.sweep': () => sweep(db, storage),
      'upkeep.verify-case-rows': () => caseJobs.verifyRows(db, log),
    },
    log,
  )
  return {
    async close() {
      await publisher.close()
      await outbox.close()
    },
  }
}
