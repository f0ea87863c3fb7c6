import { expect, it } from 'vitest'
import { elsewhereId, everybody, practiceId } from '../../../test/facts.ts'
import { readsLab, readsPractice } from './policy.ts'

/** By hand, from `reports/who-practice` and `reports/who-lab`. */
const table = {
  super_admin: 'lab',
  admin: 'lab',
  tech_support: 'lab',
  supervisor: 'lab',
  partner: '',
  owner: 'practice',
  manager: 'practice',
  member: '',
  assistant: 'practice',
} as const
it.each(Object.entries(table))('%s: %s', (who, cells) => {
  const actor = everybody[who as keyof typeof everybody]
  const may = { practice: readsPractice(actor, practiceId), lab: readsLab(actor) }
  expect(Object.entries(may).flatMap(([page, yes]) => (yes ? [page] : []))).toEqual(cells.split(' ').filter(Boolean))
})

it('no one reads the reports of a practice at which they do not work', () => {
  const { outsider, ...others } = everybody
  for (const actor of Object.values(others)) expect(readsPractice(actor, elsewhereId)).toBe(false)
  expect(readsPractice(outsider, practiceId)).toBe(false)
})
