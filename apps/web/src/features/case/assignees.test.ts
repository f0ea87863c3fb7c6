import { expect, it } from 'vitest'
import { assigneesOf } from './assignees.ts'

it.each([
  [null, 1, ['Archwire Lab', 'In-office']],
  ['Elm Lab', 1, ['Archwire Lab', 'In-office', 'Elm Lab']],
  [null, 3, ['Archwire Lab', 'In-office', 'Third party (3PP)']],
])('work may be assigned to a partner where there is one, by its name: %s, with %s', (partner, present, labels) => {
  expect(assigneesOf(partner, present).map(({ label }) => label)).toEqual(labels)
})
