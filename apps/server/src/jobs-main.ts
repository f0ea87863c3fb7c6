import { readConfig } from './config.ts'
import { requireSchema } from './db/migrate.ts'
import { failedJobsCommand } from './jobs/failed-command.ts'
import { reportProblem } from './run-process.ts'
import { openDatabase } from './runtime.ts'

/** For operators: lists the jobs whose tries are used up, and runs them again. */
try {
  const { appUrl, embedded } = await openDatabase(readConfig(process.env))
  try {
    await requireSchema(appUrl)
    process.stdout.write(await failedJobsCommand(process.argv.slice(2), appUrl))
  } finally {
    if (embedded?.started) await embedded.stop()
  }
} catch (error) {
  reportProblem(error)
  process.exitCode = 1
}
