import { expect, it } from 'vitest'
import { offer } from './offer.ts'

type Action = 'approve' | 'hold' | 'cancel'
const record: { can: Record<Action, boolean>; why_not: Partial<Record<Action, string>> } = {
  can: { approve: true, hold: false, cancel: false },
  why_not: { hold: 'This case is archived.' },
}

it('what can be done is offered, whatever lies ahead', () => {
  for (const ahead of [true, false]) expect(offer(record, 'approve', ahead)).toEqual({})
})
it('what a state forbids is offered with its reason, as long as it lies ahead', () => {
  expect(offer(record, 'hold', true)).toEqual({ why: 'This case is archived.' })
  expect(offer(record, 'hold', false)).toBeNull()
})
it('what the role does not allow is offered to nobody', () => {
  expect(offer(record, 'cancel', true)).toBeNull()
})
