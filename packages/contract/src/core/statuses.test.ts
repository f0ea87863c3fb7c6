import { expect, it } from 'vitest'
import { patientStatuses } from '../patients/lifecycle.ts'
import { customerRequestStatuses, printingRequestStatuses } from '../requests/lifecycle.ts'
import { rxFormStatuses } from '../rx-forms/lifecycle.ts'
import { openStatuses, presentStatus, statusById, statuses, statusNames } from './statuses.ts'

it('a state is shown by id, key, label and color, and by nothing that the house keeps for itself', () => {
  expect(presentStatus(patientStatuses, 'new')).toEqual({ id: 2, key: 'new', label: 'New', color: 'gray' })
})

it('open states are those in which something is still to be done', () => {
  expect(openStatuses(patientStatuses).map(({ label }) => label)).toEqual(['New', 'In Progress', 'Awaiting Approval'])
  expect(openStatuses(rxFormStatuses).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(openStatuses(customerRequestStatuses).map(({ id }) => id)).toEqual([1])
  expect(openStatuses(printingRequestStatuses).map(({ id }) => id)).toEqual([1, 2])
})

it('a state is found by its id, whatever its place in the table', () => {
  expect(statusNames(patientStatuses).map((name) => statusById(patientStatuses, patientStatuses[name].id))).toEqual([
    'new',
    'in_progress',
    'awaiting_approval',
    'approved',
    'completed',
  ])
  expect(() => statusById(patientStatuses, 99)).toThrow(new RangeError('No state has the id 99.'))
})

it('a table of states is what was declared', () => {
  const table = { on: { id: 1, label: 'On', color: 'gray' } } as const
  expect(statuses(table)).toBe(table)
})
