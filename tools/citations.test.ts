import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenCalls, brokenCitations, brokenCitationsIn, productRules, type Repository } from './citations.ts'

const root = join(import.meta.dirname, '..')

it('every rule that is cited exists', () => {
  expect(productRules(root)).toEqual(expect.arrayContaining(['cases/notify', 'requests/ship-date', 'access/tries']))
  expect(brokenCitationsIn(root)).toEqual([])
})

const repository: Repository = {
  rules: ['cases/notify', 'rx-form/who', 'safety/keys'],
  files: [
    'docs/product/cases.md',
    'apps/server/src/modules/cases/commands/setup.ts',
    'apps/server/src/modules/cases/queries.ts',
  ],
}
const broken = (line: string): string[] => brokenCitations({ path: 'a.ts', text: `first line\n${line}` }, repository)

describe('a rule that does not exist is named', () => {
  it.each([
    ['to the doctor (`cases/tell`)', 'cases/tell'],
    ["it('tells the doctor (cases/tell)', ...)", 'cases/tell'],
    ['-- once (cases/notify, safety/locks)', 'safety/locks'],
  ])('%s', (line, rule) => expect(broken(line)).toEqual([`a.ts:2: there is no rule ${rule}`]))
})

describe('what exists, or cites no rule, passes', () => {
  it.each([
    'Sends the setup (`cases/notify`, `safety/keys`).',
    'Who may choose (rx-form/who; cases/notify).',
    'a folder `cases/commands`, a file `cases/queries`, a call `requests/list`, a branch of `work/now`',
  ])('%s', (line) => expect(broken(line)).toEqual([]))
})

it('a call names rules that exist, or none', () => {
  const call = (...rules: string[]) => ({ method: 'POST', path: '/patients', rules }) as const
  const without = { method: 'GET', path: '/patients' } as const
  expect(brokenCalls([call('cases/notify'), without, call('safety/keys', 'cases/tell')], repository.rules)).toEqual([
    'POST /patients: there is no rule cases/tell',
  ])
})
