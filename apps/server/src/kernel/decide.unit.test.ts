import { expect, it } from 'vitest'
import { decide } from './decide.ts'

it('what the role may not is no, and no one reads why: the state of a record is not theirs to know', () => {
  const asked: string[] = []
  const blocked = (action: string) => {
    asked.push(action)
    return `${action} is blocked`
  }
  expect(decide(['edit'], () => false, blocked)).toEqual({ can: { edit: false }, why_not: {} })
  expect(asked).toEqual([])
})

it('what the role may and the state forbids is no, and says why; an empty reason is one, too', () => {
  const reasons: Record<string, string | null> = { edit: 'This case is archived.', hold: '', remove: null }
  expect(
    decide(
      ['edit', 'hold', 'remove', 'send'],
      (action) => action !== 'send',
      (action) => reasons[action] ?? null,
    ),
  ).toStrictEqual({
    can: { edit: false, hold: false, remove: true, send: false },
    why_not: { edit: 'This case is archived.', hold: '' },
  })
})
