import { expect, it } from 'vitest'
import { whyUnusable, type CodeFacts } from './rules.ts'

const code: CodeFacts = { promotion_code_type_id: 1, is_active: true, expires_at: null, is_used: false }

/** Why a code cannot be used for the start-up fee on November 28, by hand (`billing/code`). */
it.each<[Partial<CodeFacts>, string | null]>([
  [{}, null],
  [{ expires_at: '2026-11-29' }, null],
  [{ expires_at: '2026-11-28' }, null],
  [{ expires_at: '2026-11-27' }, 'This promotion code has expired.'],
  [{ is_active: false }, 'This promotion code is not active.'],
  [{ is_active: false, expires_at: '2026-11-27' }, 'This promotion code is not active.'],
  [{ promotion_code_type_id: 2 }, 'This promotion code does not apply to the start-up fee.'],
  [{ is_used: true }, 'Your organization has already used this promotion code.'],
  [{ is_used: true, promotion_code_type_id: 2 }, 'This promotion code does not apply to the start-up fee.'],
])('%o: %s', (facts, why) => expect(whyUnusable({ ...code, ...facts }, 1, '2026-11-28')).toBe(why))

it('a code of the start-up fee takes nothing off the monthly fee', () => {
  expect(whyUnusable(code, 2, '2026-11-28')).toBe('This promotion code does not apply to the monthly fee.')
  expect(whyUnusable({ ...code, promotion_code_type_id: 2 }, 2, '2026-11-28')).toBeNull()
})
