import { userRoles, type UserRole } from '@archwire/contract/roles.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { expect, it } from 'vitest'
import { nameForAll, nameOfDoer, practiceName } from './doer.ts'

const name = 'Ann Example'
const all: readonly (UserRole | null)[] = [...userRoles, null]
const staff = all.filter((role) => role !== 'doctor' && role !== 'staff_member' && role !== 'lab_partner' && role)

it.each<[reader: UserRole | null, read: (role: UserRole | null) => string]>([
  ...staff.map((reader): [UserRole | null, () => string] => [reader, () => name]),
  ['doctor', (role) => (staff.includes(role) || role === 'lab_partner' ? labName : name)],
  ['staff_member', (role) => (staff.includes(role) || role === 'lab_partner' ? labName : name)],
  [null, (role) => (staff.includes(role) || role === 'lab_partner' ? labName : name)],
  [
    'lab_partner',
    (role) => (staff.includes(role) ? labName : role === 'doctor' || role === 'lab_partner' ? name : practiceName),
  ],
])('%s reads the names that are theirs to read (people/doer, people/partner)', (reader, read) => {
  for (const role of all) expect(nameOfDoer({ role: reader }, { name, role }), String(role)).toBe(read(role))
})

it('what everyone reads says nothing that one of them may not read', () => {
  for (const role of all) {
    const shown = nameForAll({ name, role })
    const readable = all.every((reader) => nameOfDoer({ role: reader }, { name, role }) === name)
    expect(shown === name, String(role)).toBe(readable)
  }
})
