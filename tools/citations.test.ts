import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  brokenCalls,
  brokenCitations,
  brokenCitationsIn,
  uncitedRules,
  uncitedRulesIn,
  type Repository,
} from './citations.ts'

it('nothing cites what the repository does not hold', () => {
  expect(brokenCitationsIn(join(import.meta.dirname, '..'))).toEqual([])
})

it('every rule of docs/product is cited by code or tests', () => {
  expect(uncitedRulesIn(join(import.meta.dirname, '..'))).toEqual([])
})

const repository: Repository = {
  rules: ['cases/notify', 'rx-form/who', 'safety/keys'],
  files: [
    'README.md',
    'docs/product/cases.md',
    'docs/decisions/031-ways-into-an-account-die-together.md',
    'apps/server/src/modules/cases/commands/setup.ts',
    'apps/server/src/modules/cases/queries.ts',
  ],
}
const broken = (line: string): string[] => brokenCitations({ path: 'a.ts', text: `first line\n${line}` }, repository)

describe('what cites something that is not here is named', () => {
  it.each([
    ['Sends the setup (2 §6).', 'a paragraph of a document that is not here'],
    ['As decisions §4 and', 'a paragraph of a document that is not here'],
    ['see § 12', 'a paragraph of a document that is not here'],
    ['Never a value (rule 57).', 'a rule by a number: docs/product names them'],
    ['/** Rules 10 and 54. */', 'a rule by a number: docs/product names them'],
    ['The words of the specification.', 'a document that is not here'],
    ['Takes the only thread for seconds (B12).', 'a finding that is not here'],
    ['One burst stops nobody (B5, O7).', 'a finding that is not here'],
    ['never heard of its prints (conformance #8)', 'a finding that is not here'],
    ["finding: 'F1',", 'a finding that is not here'],
    ['npm run test:long -- planted O2', 'a finding that is not here'],
    ['as rules.md says', 'there is no rules.md'],
    ['[decisions](../spec/decisions.md)', 'there is no spec/decisions.md'],
    ['docs/product/work.md', 'there is no docs/product/work.md'],
    ['/** Below this width (see measure.css) the list is folded. */', 'there is no measure.css'],
    ['// As `requests/queries.ts` reads it.', 'there is no requests/queries.ts'],
    ['  * {/* The dialog of setup.tsx. */}', 'there is no setup.tsx'],
    ['(decision 032)', 'there is no decision 032'],
    ['Record 003 makes', 'there is no decision 003'],
    ['docs/decisions/031, 033', 'there is no decision 033'],
    ['to the doctor (`cases/tell`)', 'there is no rule cases/tell'],
    ["it('tells the doctor (cases/tell)', ...)", 'there is no rule cases/tell'],
    ['-- once (cases/notify, safety/locks)', 'there is no rule safety/locks'],
  ])('%s', (line, what) => expect(broken(line)).toEqual([`a.ts:2: ${what}`]))
})

describe('what can be looked up, or cites nothing, passes', () => {
  it.each([
    'Sends the setup (`cases/notify`, `safety/keys`).',
    'Who may choose (rx-form/who; cases/notify).',
    'encoded in headers (RFC 6266), by parts (RFC 9110 §14)',
    'the rule of three',
    "finding: 'endless-loop', `planted bursts`",
    '[cases](docs/product/cases.md), `../../README.md`, `**/*.md`, `${page}.md`',
    'as decision 031 says, and docs/decisions/031',
    'a folder `cases/commands`, a file `cases/queries`, a call `requests/list`, a branch of `work/now`',
    "import { gone } from './gone.ts'",
    '// `commands/setup.ts`, cases/queries.ts, `server/cases/commands/setup.ts`, <records>.test.ts, `.phone.spec.ts`',
    '5 U.S.C. 6103(a), records of 200 rows, issue 5',
  ])('%s', (line) => expect(broken(line)).toEqual([]))
})

it('calls name rules, and only those that are there', () => {
  const call = (...rules: string[]) => ({ method: 'POST', path: '/patients', rules }) as const
  expect(brokenCalls([call('cases/notify'), call(), call('safety/keys', 'cases/tell')], repository.rules)).toEqual([
    'POST /patients: names no rule',
    'POST /patients: there is no rule cases/tell',
  ])
})

it('documents are prose from the first word to the last', () => {
  expect(
    brokenCitations({ path: 'a.md', text: 'It stands in gone.sql.ts, and `cases/queries.ts`.' }, repository),
  ).toEqual(['a.md:1: there is no gone.sql.ts'])
})

describe('a rule that nothing cites is named', () => {
  const call = { rules: ['cases/notify'] }
  const texts = ['/** Who may (`rx-form/who`). */', "it('does nothing twice (safety/keys)')"]

  it('unless a call, a comment or a test cites it', () => {
    expect(uncitedRules(texts, [call], repository.rules, [])).toEqual([])
    expect(uncitedRules(texts, [], repository.rules, [])).toEqual(['cases/notify: no code or test cites it'])
    expect(uncitedRules([texts[0]!], [call], repository.rules, [])).toEqual(['safety/keys: no code or test cites it'])
    // A path that reads like it is no citation.
    expect(uncitedRules([...texts, "from '../cases/notify.ts'"], [], repository.rules, [])).toHaveLength(1)
  })

  it('or it is to come, until something cites it', () => {
    expect(uncitedRules(texts, [], repository.rules, ['cases/notify'])).toEqual([])
    expect(uncitedRules(texts, [call], repository.rules, ['cases/notify'])).toEqual([
      'cases/notify: is cited, take it out of rulesToCome',
    ])
  })
})
