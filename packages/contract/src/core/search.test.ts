import { expect, test } from 'vitest'
import { firstPageOf, listKeys, names, patternOf, searchPatterns, type SearchTable } from './search-keys.ts'
import { searchSchema } from './search.ts'

const roles = names('doctor', 'admin', 'staff_member')
const table = {
  ...listKeys(['name'], 'name'),
  amount: 'amount',
  amounts: 'amounts',
  roles,
  flag: 'flag',
  id: 'id',
  ids: 'ids',
  days: 'days',
  text: 'text',
  cursor: 'cursor',
  pairs: { kinds: ['setup', 'print'] },
} as const satisfies SearchTable
const read = (query: Record<string, string>) => searchSchema(table, 25).safeParse(query)

const typed = [
  '0',
  '1',
  '50',
  '12.5',
  '12.50',
  '12.505',
  '.5',
  '5.',
  '-5',
  '+5',
  '5e3',
  '0x10',
  ' 5',
  '1,5',
  ',5',
  '5,',
  ',',
  '5,1',
  '5.00,4.99',
  '4.99,5',
  '1,2,3',
  '9999999',
  '10000000',
  '2147483647',
  '9999999999',
  'doctor',
  'doctor,admin',
  'doctor,admin,staff_member',
  'doctor,admin,staff_member,doctor',
  'doctor,',
  'Doctor',
  'owner',
  '2026-01-01,',
  ',2026-12-31',
  '2026-01-01,2026-12-31',
  '2026-13-01,',
  'setup.1',
  'setup.1,print.0',
  'seal.1',
  'true',
  '200',
  '201',
  '',
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(401),
]

test('what the server accepts of a kind can stand in an address, which is the stricter of both', () => {
  const { sort: _, ...written } = table
  let both = 0
  for (const [key, kind] of Object.entries(written)) {
    for (const text of typed) {
      const accepted = read({ [key]: text }).success
      const fits = patternOf(kind).test(text)
      if (accepted && fits) both += 1
      // The browser writes these in one way only; a program may write them otherwise.
      if (['flag', 'id', 'page', 'perPage', 'text', 'cursor'].includes(key)) continue
      if (accepted) expect(fits, `${key}: ${text}`).toBe(true)
      // An address may hold a day or a range that does not exist; the call is then refused.
      else if (!['days', 'amounts'].includes(key)) expect(fits, `${key}: ${text}`).toBe(false)
    }
  }
  expect(both).toBeGreaterThan(20)
})

test.each([
  ['0', 0],
  ['50', 50_00],
  ['12.5', 12_50],
  ['1.15', 1_15],
  ['0.07', 7],
  ['9999999.99', 999_999_999],
] as const)('the amount %s is %s hundredths', (text, hundredths) => {
  expect(read({ amount: text }).data).toMatchObject({ amount: hundredths })
})

test.each([
  ['10,20.5', [10_00, 20_50]],
  ['10,', [10_00, null]],
  [',20', [null, 20_00]],
  ['7,7', [7_00, 7_00]],
] as const)('the range %s is %s', (text, range) => {
  expect(read({ amounts: text }).data).toMatchObject({ amounts: range })
})

test('a range backwards, and more than the column holds, are refused', () => {
  for (const text of ['20,10', '20.01,20', ',', '1,2,3', '10000000,'])
    expect(read({ amounts: text }).success).toBe(false)
})

test('names are some of the list', () => {
  expect(read({ roles: 'doctor,staff_member' }).data).toMatchObject({ roles: ['doctor', 'staff_member'] })
  for (const text of ['owner', 'doctor,owner', 'doctor;admin', 'doctor,doctor,doctor,doctor'])
    expect(read({ roles: text }).success, text).toBe(false)
  expect(searchPatterns.amount.test('12.50')).toBe(true)
})

test('pages count from 1, or from 0 where a table says so', () => {
  const from0 = { ...table, page: 'page_from_0' } as const satisfies SearchTable
  const pageOf = (of: SearchTable, page?: string) =>
    searchSchema(of, 25).safeParse(page === undefined ? {} : { page }).data?.page
  expect([firstPageOf(table), pageOf(table), pageOf(table, '0'), pageOf(table, '1')]).toEqual([1, 1, undefined, 1])
  expect([firstPageOf(from0), pageOf(from0), pageOf(from0, '0'), pageOf(from0, '1')]).toEqual([0, 0, 0, 1])
  for (const text of ['-1', '1.5', 'first']) {
    expect(pageOf(from0, text), text).toBeUndefined()
    expect(searchPatterns.page_from_0.test(text), text).toBe(false)
  }
  for (const text of ['0', '1', '999999']) expect(searchPatterns.page_from_0.test(text), text).toBe(true)
  expect(searchPatterns.page_from_0.test('01')).toBe(false)
  expect(searchPatterns.page.test('0')).toBe(false)
})
