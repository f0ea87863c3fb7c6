import { expect, test } from 'vitest'
import { exactCase } from './exact-case.ts'

const known = (id: number, case_number_text = '') => ({ id, case_code: `C-${id}`, case_number_text })
const found = [
  known(1),
  known(10, 'Ja 77'),
  known(11, 'ZOË 9'),
  known(12, 'twice'),
  known(13, 'Twice'),
  known(14, 'C-1'),
]

test('a code opens its case, also where another case has it as its number', () => {
  expect(exactCase(found, 'C-1')?.id).toBe(1)
  expect(exactCase(found, ' c-10 ')?.id).toBe(10)
})
test('a number opens the only case that has it, whatever case, accents and gaps', () => {
  expect(exactCase(found, 'ja  77')?.id).toBe(10)
  expect(exactCase(found, 'zoe 9')?.id).toBe(11)
})
test('part of a number, a number of two cases and nothing at all open nothing', () => {
  for (const typed of ['ja', 'C-', 'C-2', 'twice', '', '  ']) expect(exactCase(found, typed), typed).toBeUndefined()
})
