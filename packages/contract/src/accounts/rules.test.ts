import { describe, expect, it } from 'vitest'
import { passwordMessages } from './password-messages.ts'
import { passwordProblem } from './rules.ts'

describe('a new password', () => {
  it.each([
    ['Sh0rt', passwordMessages.shape],
    ['alllowercase1', passwordMessages.shape],
    ['ALLUPPERCASE1', passwordMessages.shape],
    ['NoDigitsHere', passwordMessages.shape],
    [`Aa1${'x'.repeat(30)}`, passwordMessages.long],
    ['Password1', passwordMessages.common],
    ['P@ssw0rd2026', passwordMessages.common],
    ['Welcome123!', passwordMessages.common],
    ['Summer2026', passwordMessages.common],
    ['Archwire1', passwordMessages.common],
  ])('%s is refused', (password, problem) => expect(passwordProblem(password)).toBe(problem))

  it.each(['Tall-Hedge-41', 'maXilla8cast', `Aa1${'x'.repeat(29)}`])('%s is taken', (password) =>
    expect(passwordProblem(password)).toBeNull(),
  )
})
