import { counted } from '@archwire/contract/core/counted.ts'
import { readConfig } from './config.ts'
import { connect } from './db/client.ts'
import { requireSchema } from './db/migrate.ts'
import { refreshAll, replaceIndex } from './modules/search/index.ts'
import { reportProblem } from './run-process.ts'
import { openDatabase } from './runtime.ts'
import { meilisearchServer } from './services/search-index/meilisearch.ts'

const usage = `The index of the global search:
  npm run search -- rebuild
`

/** For operators: makes the search index anew from the records, and on the search server where there is one. */
async function run(words: string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== 'rebuild') throw new TypeError(usage)
  const config = readConfig(process.env)
  const { appUrl, embedded } = await openDatabase(config)
  try {
    await requireSchema(appUrl)
    const connection = connect(appUrl, { pool: 2, name: 'archwire-search' })
    const search = config.search && meilisearchServer(config.search)
    try {
      const differences = await refreshAll({ db: connection.db, search })
      if (search) await replaceIndex(connection.db, search)
      const where = search ? ' The search server has a new index.' : ''
      return `${counted(differences, 'document differed', 'documents differed')} from the records.${where}\n`
    } finally {
      await connection.close()
    }
  } finally {
    if (embedded?.started) await embedded.stop()
  }
}

try {
  process.stdout.write(await run(process.argv.slice(2)))
} catch (error) {
  reportProblem(error)
  process.exitCode = 1
}
