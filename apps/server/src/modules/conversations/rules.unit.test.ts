import { mostMessages, mostMessagesADay } from '@archwire/contract/conversations/limits.ts'
import { expect, it } from 'vitest'
import { caseFacts } from '../../../test/facts.ts'
import { answerTo, blocked, full, notShipped } from './rules.ts'

const hold = { id: 4, name: 'Tomas', reason: 'Which shade?', created_at: '2026-11-25T10:00:00.000Z' }
const lab = { isManagement: true }

it('of an archived case no one writes; of a held, canceled or completed one everyone', () => {
  expect(blocked.write(caseFacts({ archived: true }))).toBe('This case is archived.')
  for (const change of [{ is_on_hold: true }, { cancelled: true }, { status: 'completed' as const }, {}])
    expect(blocked.write(caseFacts(change))).toBeNull()
})

it('only what is on hold is released', () => {
  expect(blocked.release(caseFacts({ is_on_hold: true }), lab)).toBeNull()
  expect(blocked.release(caseFacts({}), lab)).toBe('This case is not on hold.')
  expect(blocked.release(caseFacts({ is_on_hold: true, archived: true }), lab)).toBe('This case is archived.')
})

it('a hold is answered once, and only the one that was seen', () => {
  expect(answerTo(hold, 4)).toEqual({ releases: true, told: null })
  expect(answerTo(null, 4)).toEqual({
    releases: false,
    told: 'This case was taken off hold in the meantime. Your message was added to the conversation.',
  })
  expect(answerTo(hold, 3)).toEqual({
    releases: false,
    told: 'This case is now on hold for another reason. Your message was added to the conversation.',
  })
})

it('a case has room up to its limit, and a person up to that of a day', () => {
  expect(full(mostMessages - 1, mostMessagesADay - 1)).toBeNull()
  expect(full(mostMessages, 0)).toBe('A case can have at most 5000 messages.')
  expect(full(0, mostMessagesADay)).toBe('At most 500 messages a day can be sent. Please try again tomorrow.')
})

it('only trays of arches that the lab shipped are reported (cases/misfit)', () => {
  expect(notShipped({ arches: 1 }, null)).toBe('The lab shipped no trays of this case in the last 90 days.')
  for (const [arches, trays] of [
    [1, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ] as const)
    expect(notShipped({ arches }, trays), `${arches} of ${trays}`).toBeNull()
  for (const [arches, trays] of [
    [2, 1],
    [3, 1],
    [3, 2],
  ] as const)
    expect(notShipped({ arches }, trays), `${arches} of ${trays}`).toBe('The lab shipped no tray of this arch.')
})
