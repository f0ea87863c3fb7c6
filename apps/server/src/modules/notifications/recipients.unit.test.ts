import { expect, it } from 'vitest'
import { recipients } from './recipients.ts'

const people = { doctor: 1, creator: 2, technician: null, partner: [3], lab: [4, 5] }

it.each([
  [null, null, [4, 5], [4, 5]],
  [1, null, [4, 5], [4, 5]],
  [1, 6, [6], [6]],
  // In the office: the lab has nothing to do, and answers all the same.
  [2, null, [], [4, 5]],
  [3, null, [3], [3]],
])('work %s with technician %s: notices and messages reach', (work, technician, notices, messages) => {
  expect(recipients.lab({ ...people, work, technician })).toEqual(notices)
  expect(recipients.answering({ ...people, work, technician })).toEqual(messages)
})
