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
    ['Archwire1', passwordMessages.named],
    ['Arch-w1re-2026', passwordMessages.named],
    ['Sh0rt-7', passwordMessages.shape],
    ['!!Passw0rd!!', passwordMessages.common],
    ['Pass.word-1', passwordMessages.common],
    ['W3lc0me-2026', passwordMessages.common],
    ['Adm1n-2026', passwordMessages.common],
    ['Dr4gon-2026', passwordMessages.common],
    ['February2026', passwordMessages.common],
    ['Braces-2026', passwordMessages.common],
    ['11P4ssword', passwordMessages.common],
    ['Te5ting-2026', passwordMessages.common],
    ['Pa$$word-2026', passwordMessages.common],
  ])('%s is refused', (password, problem) => expect(passwordProblem(password)).toBe(problem))

  it.each(['Tall-Hedge-41', 'Hedge-41', 'maXilla8cast', `Aa1${'x'.repeat(29)}`])('%s is taken', (password) =>
    expect(passwordProblem(password)).toBeNull(),
  )
})
