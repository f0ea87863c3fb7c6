import { searchSchema } from '@archwire/contract/core/search.ts'
import { listKeys, names } from '@archwire/contract/core/search-keys.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from './errors.ts'

const saidOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error ? Object.values(fieldsOf(error)).flat() : []
}

it.each([
  [z.string().max(3), 'long', 'At most 3 characters.'],
  [z.string().min(2), 'a', 'At least 2 characters.'],
  [z.string().min(1), '', 'Required'],
  [z.string().length(1), 'ab', 'Exactly 1 character.'],
  [z.string().regex(/^a$/), 'b', 'Invalid value'],
  [z.string(), 7, 'Must be a text.'],
  [z.string(), undefined, 'Required'],
  [z.email(), 'a', 'Enter a valid email'],
  [z.iso.date(), 'soon', 'Must be a day, like 2026-11-21.'],
  [z.iso.datetime(), 'soon', 'Must be a moment, like 2026-11-21T08:00:00Z.'],
  [z.int(), 1.5, 'Must be a whole number.'],
  [z.number().max(200), 500, 'At most 200.'],
  [z.number().min(1), 0, 'At least 1.'],
  [z.number().gt(0), 0, 'More than 0.'],
  [z.number().lt(9), 9, 'Less than 9.'],
  [z.number().multipleOf(5), 7, 'Must be a multiple of 5.'],
  [z.boolean(), 'yes', 'Must be true or false.'],
  [z.array(z.int()).max(1), [1, 2], 'At most 1 entry.'],
  [z.enum(['up', 'down']), 'left', 'One of up, down.'],
  [z.literal(3), 4, 'Must be 3.'],
  [z.strictObject({}), { extra: 1 }, 'Unknown field'],
  [z.strictObject({}), [], 'Must be an object.'],
  [z.union([z.literal(1), z.array(z.int())]), 'a', 'Invalid value'],
  [z.string({ error: 'Say who.' }), undefined, 'Say who.'],
])('%# says what is wrong as a sentence', (schema, value, words) => expect(saidOf(schema, value)).toEqual([words]))

it('says how a search is written', () => {
  const search = searchSchema(
    {
      ...listKeys(['name'], 'name'),
      roles: names('doctor', 'admin'),
      work: { kinds: ['print', 'setup'] },
      least: 'amount',
      price: 'amounts',
      ids: 'ids',
    },
    25,
  )
  const said = (key: string, value: string) => saidOf(search, { [key]: value })
  expect(said('roles', 'nobody')).toEqual(['One or more of doctor, admin, with commas between them.'])
  expect(said('work', 'print')).toEqual(['Pairs like print.0, with commas between them, of print, setup.'])
  expect(said('least', 'x')).toEqual(['An amount like 12.50.'])
  expect(said('price', 'x')).toEqual(['A range of amounts like 10,20 or 10, for all from 10.'])
  expect(said('ids', 'x')).toEqual(['Numbers with commas between them, like 1,2,5.'])
  expect(said('perPage', '500')).toEqual(['At most 200.'])
  expect(said('perPage', 'x')).toEqual(['Must be a number.'])
  expect(said('sort', 'x')).toEqual(['One of name, descending with a minus before it'])
})
