import { expect, it } from 'vitest'
import { patientStatuses } from '../patients/lifecycle.ts'
import { customerRequestStatuses, printingRequestStatuses } from '../requests/lifecycle.ts'
import { rxFormStatuses } from '../rx-forms/lifecycle.ts'
import { openStatuses, presentStatus, statusById, statusesAtWork, statusNames } from './statuses.ts'

it('a state is shown by id, key, label and color, and by nothing that the house keeps for itself', () => {
  expect(presentStatus(patientStatuses, 'new')).toEqual({ id: 2, key: 'new', label: 'New', color: 'gray' })
})

it('open states are those in which something is still to be done', () => {
  const mine = {
    on: { id: 2, label: 'On', color: 'gray', open: true },
    off: { id: 1, label: 'Off', color: 'gray' },
  } as const
  expect(openStatuses(mine)).toEqual([mine.on])
  expect(openStatuses(rxFormStatuses).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(openStatuses(customerRequestStatuses).map(({ id }) => id)).toEqual([1])
  expect(openStatuses(printingRequestStatuses).map(({ id }) => id)).toEqual([1, 2])
})

it('a state is found by its id, whatever its place in the table', () => {
  const names = statusNames(patientStatuses)
  expect(names.map((name) => statusById(patientStatuses, patientStatuses[name].id))).toEqual(names)
  expect(() => statusById(patientStatuses, 99)).toThrow(new RangeError('No state has the id 99.'))
})

it('while it is the doctor’s turn, nobody else is at work', () => {
  const labels = statusesAtWork(patientStatuses).map(({ label }) => label)
  expect(labels).toContain('In Progress')
  expect(labels).not.toContain('Awaiting Approval')
  expect(labels).not.toContain('Completed')
})
