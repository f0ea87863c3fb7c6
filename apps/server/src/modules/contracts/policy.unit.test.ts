import { expect, it } from 'vitest'
import { everybody } from '../../../test/facts.ts'
import { managesContracts, readsContracts, readsMethods } from './policy.ts'

/** By hand, from `contracts/who-reads`, `contracts/who-manages` and `contracts/methods`. */
const table = {
  super_admin: 'reads manages methods',
  admin: 'reads manages methods',
  tech_support: 'reads',
  supervisor: 'reads',
  partner: '',
  owner: '',
  manager: '',
  member: '',
} as const
it.each(Object.entries(table))('%s: %s', (who, cells) => {
  const actor = everybody[who as keyof typeof everybody]
  const may = { reads: readsContracts(actor), manages: managesContracts(actor), methods: readsMethods(actor) }
  expect(Object.entries(may).flatMap(([act, yes]) => (yes ? [act] : []))).toEqual(cells.split(' ').filter(Boolean))
})

it('a person who only reads manages nothing', () => {
  expect(managesContracts({ ...everybody.admin, readOnly: true })).toBe(false)
})
