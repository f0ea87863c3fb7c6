import { lifecycle } from '@archwire/contract/core/lifecycle.ts'
import { expect, it } from 'vitest'
import { Conflict } from './errors.ts'
import { move } from './move.ts'

const door = lifecycle({
  states: ['open', 'shut'],
  events: { shut: { from: ['open'], to: 'shut' } },
})

it('moves by the table; where it does not lead on, the refusal names the state as people know it', () => {
  expect(move(door, 'open', 'shut', (state) => `the case is ${state}`)).toBe('shut')
  const again = () => move(door, 'shut', 'shut', (state) => `the case is ${state.toUpperCase()}`)
  expect(again).toThrow(Conflict)
  expect(again).toThrow('This is not possible while the case is SHUT.')
})
