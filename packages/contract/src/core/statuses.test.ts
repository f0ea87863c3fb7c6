import { expect, it } from 'vitest'
import { patientStatuses } from '../patients/lifecycle.ts'
import { customerRequestStatuses, printingRequestStatuses } from '../requests/lifecycle.ts'
import { rxFormStatuses } from '../rx-forms/lifecycle.ts'
import { openStatuses, presentStatus } from './statuses.ts'

it('a state is shown by id, key, label and color, and by nothing that the house keeps for itself', () => {
  expect(presentStatus(patientStatuses, 'new')).toEqual({ id: 2, key: 'new', label: 'New', color: 'gray' })
})

it('open states are those in which something is still to be done', () => {
  expect(openStatuses(patientStatuses).map(({ label }) => label)).toEqual(['New', 'In Progress', 'Awaiting Approval'])
  expect(openStatuses(rxFormStatuses).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(openStatuses(customerRequestStatuses).map(({ id }) => id)).toEqual([1])
  expect(openStatuses(printingRequestStatuses).map(({ id }) => id)).toEqual([1, 2])
})
