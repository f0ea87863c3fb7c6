import { readConfig } from './config.ts'
import { prepareDatabase } from './prepare-database.ts'
import { reportProblem } from './run-process.ts'
import { openDatabase } from './runtime.ts'

/** Brings the database up to date and exits; safe to run again, and while servers of the previous release run. */
try {
  const config = readConfig(process.env)
  const { ownerUrl, embedded } = await openDatabase(config)
  if (ownerUrl === undefined) throw new TypeError('Migrating needs DATABASE_URL, the role that owns the schema.')
  try {
    const applied = await prepareDatabase(ownerUrl, config.labZone, config.database.appUrl)
    for (const name of applied) process.stdout.write(`applied ${name}\n`)
    process.stdout.write('The schema is up to date.\n')
  } finally {
    if (embedded?.started) await embedded.stop()
  }
} catch (error) {
  reportProblem(error)
  process.exitCode = 1
}
