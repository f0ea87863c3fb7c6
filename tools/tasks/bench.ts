import { parseArgs } from 'node:util'
import { suites } from '../bench/suite.ts'

/**
 * `npm run bench`: how fast the portal is, its main calls against a floor server that reads and writes the same rows
 * without any checks (docs/bench.md). `npm run bench -- cases` runs one suite, `--patients 20000 --seconds 2` is a quick
 * look, `--growth` compares two sizes. Speed never fails the command.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    patients: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '4' },
    growth: { type: 'boolean', default: false },
    profile: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const unknown = positionals.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown.join('", "')}"; there are ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}
const wanted = values.growth ? ['cases'] : positionals
for (const [name, suite] of Object.entries(suites))
  if (wanted.length === 0 || wanted.includes(name))
    await suite({
      ...values,
      profile: values.profile,
      patients: Number(values.patients),
      seconds: Number(values.seconds),
    })
