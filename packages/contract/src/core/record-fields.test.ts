import { describe, expect, expectTypeOf, it, test } from 'vitest'
import type { z } from 'zod'
import { billingAddressFields } from '../billing-address/fields.ts'
import { contactFields } from '../contacts/fields.ts'
import { locationFields } from '../locations/fields.ts'
import { periodicRuleFields } from '../periodic-rules/fields.ts'
import { promotionCodeFields } from '../promotion-codes/fields.ts'
import * as kinds from './record-fields.ts'
import { bodyOf, editOf } from './record-schema.ts'

const options = [{ id: 'a' }, { id: 'b' }] as const
/** Every kind of field, required and not. */
const every = kinds.fieldsOf({
  line: kinds.line(10),
  optional_line: kinds.line(10).optional(),
  usual_line: kinds.line(10).usually('usual'),
  pattern: kinds.line(8, {
    pattern: /^[a-z]+$/,
    words: 'Letters.',
    check: (text) => (text === 'no' ? 'Not no.' : undefined),
  }),
  optional_pattern: kinds.line(8, { pattern: /^[a-z]+$/ }).optional(),
  capitals: kinds.line(4, { settle: (text) => text.toUpperCase() }),
  named_line: kinds.line(10, { missing: 'Name is required' }),
  notes: kinds.notes(10),
  email: kinds.email(),
  worded_email: kinds.email({ words: 'Email is invalid' }),
  optional_email: kinds.email().optional(),
  amount: kinds.amount({ min: 5, max: 1_000 }),
  optional_amount: kinds.amount({ min: 0, max: 99.99 }).optional(),
  day: kinds.day(),
  optional_day: kinds.day().optional(),
  choice: kinds.choice(options),
  optional_choice: kinds.choice(options).optional(),
  flag: kinds.flag(),
  usual_flag: kinds.flag(true),
  ids: kinds.idList(3),
})

/** The same texts in every run: a generator with a seed. */
function* randomTexts(count: number) {
  const signs = ['a', 'Z', '9', ' ', '-', '@', '.', '+', "'", '\n', '\t', '\0', '\u2028', '\ud800', 'é', '😀', '_']
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let index = 0; index < count; index += 1)
    yield Array.from({ length: next(14) }, () => signs[next(signs.length)]!).join('')
}

const lengths = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 17, 20, 21, 39, 40, 41, 99, 100, 101, 254, 255, 256]
const texts = [
  ...lengths.flatMap((length) => ['a'.repeat(length), `  ${'a'.repeat(length)} `, 'é'.repeat(length)]),
  ...lengths.map((length) => `+${'1'.repeat(length)}`),
  'USA',
  'DEU',
  'XXX',
  'usa',
  'CO',
  'co',
  'C',
  'no',
  'NO',
  'SPRING-2027',
  'a b',
  '+13035550142',
  '13035550142',
  'a@b.co',
  ' a@b.co ',
  'a@b.c',
  'a@b',
  '@b.co',
  'a@.co',
  '.a@b.co',
  'a..b@c.de',
  'a b@c.de',
  "o'neil+x@a-b.example",
  `${'a'.repeat(248)}@b.co`,
  `${'a'.repeat(250)}@b.co`,
  `${'a'.repeat(251)}@b.co`,
  ...randomTexts(600),
]
const amounts = [
  null,
  Number.NaN,
  Infinity,
  -Infinity,
  -1,
  -0.01,
  0,
  1e-9,
  0.001,
  0.005,
  0.01,
  0.02,
  0.07,
  1.005,
  1.1,
  4.99,
  5,
  5.01,
  99.99,
  100,
  100.01,
  999.99,
  1_000,
  1_000.01,
  999_999.99,
  1_000_000,
  1_000_000.01,
  1e15,
  12.345,
  2.675,
]
const days = [
  null,
  '',
  '2026-02-28',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '1899-12-31',
  '1900-01-01',
  '2199-12-31',
]
const valuesOf: Record<kinds.Rule['kind'], readonly unknown[]> = {
  line: [null, ...texts],
  text: [null, ...texts, 'a\nb'],
  email: [null, ...texts],
  amount: amounts,
  day: [...days, '2200-01-01', ' 2026-01-01', '2026-1-1', 'today'],
  choice: [null, 0, 1, 2, 3, 'a', 'b', 'c', '', '1'],
  flag: [null, true, false],
  ids: [
    null,
    [],
    [1],
    [1, 2, 3],
    [1, 1],
    [1, 2, 3, 4],
    Array.from({ length: 200 }, (_, at) => at + 1),
    Array.from({ length: 201 }, (_, at) => at + 1),
  ],
}

describe.each([
  ['every kind', every],
  ['promotion codes', promotionCodeFields],
  ['periodic rules', periodicRuleFields],
  ['locations', locationFields],
  ['contacts', contactFields],
  ['billing addresses', billingAddressFields],
] as [string, kinds.RecordFields<kinds.FieldTable>][])('the fields of %s', (_, fields) => {
  const shape = bodyOf(fields).shape as Record<string, z.ZodType>
  const edit = editOf(fields).shape as Record<string, z.ZodType>

  it.each(Object.entries(fields.table).map(([name, { rule }]) => [name, rule] as const))(
    '%s: the browser and the server refuse the same, in the same words',
    (name, rule) => {
      let refused = 0
      for (const value of valuesOf[rule.kind]) {
        const problem = fields.problems({ [name]: value })[name]?.[0]
        for (const schema of [shape[name]!, edit[name]!]) {
          const found = schema.safeParse(value)
          const words = found.error?.issues[0]?.message
          const said = `${name}: ${JSON.stringify(value)}`
          expect(problem !== undefined, `${said} (${words})`).toBe(!found.success)
          // What is not filled in, or no number at all, no program sends: the browser has words for it, the server its parser's.
          if (value !== null && !(typeof value === 'number' && !Number.isFinite(value)))
            expect(problem, said).toBe(words)
        }
        if (problem !== undefined) refused += 1
      }
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThan(valuesOf[rule.kind].length)
    },
  )
})

it('what is left out is the usual; an edit leaves it as it is', () => {
  const sent = { code: 'spring-2027', value: 50, is_fixed: true, promotion_code_type_id: 1 } as const
  expect(bodyOf(promotionCodeFields).parse(sent)).toEqual({
    ...sent,
    months: 1,
    code: 'SPRING-2027',
    is_active: true,
    expires_at: null,
  })
  expect(editOf(promotionCodeFields).parse({ version: 3, is_active: false })).toEqual({ version: 3, is_active: false })
  expect(editOf(promotionCodeFields).parse({})).toEqual({})
  expect(
    bodyOf(promotionCodeFields)
      .safeParse({})
      .error!.issues.map(({ path }) => path[0]),
  ).toEqual(['code', 'value', 'is_fixed', 'promotion_code_type_id'])
  expect(bodyOf(promotionCodeFields).safeParse({ ...sent, unknown: 1 }).success).toBe(false)
})

it('the input of a text knows its length, and whether it has to be filled in', () => {
  expect(locationFields.input('city')).toEqual({ name: 'city', required: true, maxLength: 100 })
  expect(locationFields.input('email')).toEqual({ name: 'email', required: true, maxLength: 255 })
  expect(locationFields.input('street_address_line_2')).toMatchObject({ required: false, maxLength: 255 })
  expect(locationFields.input('country')).toMatchObject({ required: true })
})

test('values of other names are left alone, and only what is there is looked at', () => {
  expect(every.problems({ line: '' })).toEqual({ line: ['Required'] })
  expect(every.problems({ line: 'x', other: '' } as { line: string })).toEqual({})
})

test('types: what a field holds, and what may be left out', () => {
  type Body = z.infer<ReturnType<typeof bodyOf<typeof every.table>>>
  expectTypeOf<Body['optional_amount']>().toEqualTypeOf<number | null>()
  expectTypeOf<Body['choice']>().toEqualTypeOf<'a' | 'b'>()
  expectTypeOf<Body['flag']>().toEqualTypeOf<boolean>()
  type Sent = z.input<ReturnType<typeof bodyOf<typeof every.table>>>
  expectTypeOf<Sent['usual_flag']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<Sent['line']>().toEqualTypeOf<string>()
})
