import { join } from 'node:path'
import { copyRecord, recordNameOf } from '../new-record.ts'

/**
 * `npm run new -- record invoices` (or `record policies policy`): copies the promotion codes' slice under another name and
 * prints the lines that shared files need. What the record is, its table and its fields, is then written by hand
 * (docs/recipes/record.md).
 */
const [kind, plural = '', singular] = process.argv.slice(2)
if (kind !== 'record') {
  console.error('npm run new -- record <names> [<name>]')
  process.exit(2)
}
try {
  const { written, toAdd } = copyRecord(join(import.meta.dirname, '..', '..'), recordNameOf(plural, singular))
  console.log(`Written:\n${written.map((path) => `  ${path}`).join('\n')}\n\nAdd by hand:`)
  let last = ''
  for (const [file, line] of toAdd) {
    if (file !== last) console.log(`  ${file}`)
    last = file
    console.log(`    ${line}`)
  }
  console.log(
    `\nThen: its table in apps/server/migrations, its rules in docs/product, its fields in the contract, npm run generate.`,
  )
} catch (error) {
  if (!(error instanceof RangeError)) throw error
  console.error(error.message)
  process.exit(1)
}
