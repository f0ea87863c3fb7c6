import { beforeEach, expect, it } from 'vitest'
import type { StreamNotice } from './hub.ts'
import { rememberNotices, type RecentNotices } from './recent-notices.ts'

let now: number
let recent: RecentNotices
beforeEach(() => {
  now = 5_000
  recent = rememberNotices(1_000, () => now)
})
const notices = (...ids: number[]): StreamNotice[] =>
  ids.map((id) => ({ event: 'patient.changed', id, organization: 1 }))

it('knows nothing for sure until it has listened for the whole time', () => {
  recent.add(notices(1))
  now += 999
  expect(recent.ofLast(1_000)).toBeUndefined()
  now += 1
  expect(recent.ofLast(1_000)).toEqual([])
})

it('returns what was announced within the time, oldest first', () => {
  now += 1_000
  recent.add(notices(1))
  now += 500
  recent.add(notices(2, 3))
  expect(recent.ofLast(1_000)).toEqual(notices(1, 2, 3))
  now += 500
  expect(recent.ofLast(1_000)).toEqual(notices(2, 3))
  expect(recent.ofLast(499)).toEqual([])
  now += 500
  expect(recent.ofLast(1_000)).toEqual([])
  expect(recent.ofLast(1_001)).toBeUndefined()
})

it('starts over after a gap', () => {
  now += 2_000
  recent.restart()
  recent.add(notices(1))
  expect(recent.ofLast(1_000)).toBeUndefined()
  now += 1_000
  expect(recent.ofLast(1_000)).toEqual([])
})

it('drops the oldest of a flood, and says for the whole time that some are unknown', () => {
  now += 2_000
  for (let id = 1; id <= 2_001; id += 1) recent.add(notices(id))
  expect(recent.ofLast(1_000)).toBeUndefined()
  now += 999
  recent.add(notices(3_000))
  expect(recent.ofLast(1_000)).toBeUndefined()
  now += 1
  expect(recent.ofLast(1_000)).toEqual(notices(3_000))
})
