import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './index.ts'
import type { Route, Schema } from './core/route.ts'

/**
 * Every value that any route accepts is bounded (`safety/bounds`): the leaves of all schemas are tested with the
 * extremes of their kind. A new field without a bound fails here by its name.
 */
interface Leaf {
  path: string
  schema: z.ZodType
}

/** Fields whose texts people write over several lines. */
const ofSeveralLines =
  /\.(note|notes|remark|reason|text|body|caption|check_note|management_notes|special_instructions|rush_case_authorized_by)$/

/** Dates that a file's computer gives it: absurd ones are dropped (`scans/file-date`). */
const ofFiles = /\.file_modification_date$/

/** The parts that schemas of the kinds below are made of. */
interface Definition {
  type: string
  shape: Record<string, Schema>
  catchall?: Schema
  innerType: Schema
  element: Schema
  items: Schema[]
  options: Schema[]
}

function* leavesOf(schema: Schema, path: string): Generator<Leaf> {
  const def = schema._zod.def as unknown as Definition
  switch (def.type) {
    case 'object':
      expect(def.catchall?._zod.def.type, `${path} refuses unknown keys`).toBe('never')
      for (const [key, inner] of Object.entries(def.shape)) yield* leavesOf(inner, `${path}.${key}`)
      return
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return yield* leavesOf(def.innerType, path)
    case 'array':
      yield { path: `${path}[]`, schema: schema as z.ZodType }
      return yield* leavesOf(def.element, `${path}[]`)
    case 'tuple':
      for (const [index, inner] of def.items.entries()) yield* leavesOf(inner, `${path}.${index}`)
      return
    case 'union':
      for (const option of def.options) yield* leavesOf(option, path)
      return
    default:
      yield { path, schema: schema as z.ZodType }
  }
}

const leaves = Object.values(api).flatMap((module) =>
  Object.values(module as Record<string, Route>).flatMap((route) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      // A signed body is read by its sender's adapter, which keeps only what it knows.
      route[part] && !(part === 'body' && route.signed)
        ? [...leavesOf(route[part], `${route.method} ${route.path} ${part}`)]
        : [],
    ),
  ),
)
/** Made once: what is large takes longer to make than to refuse. */
const large = {
  'a million characters': 'a'.repeat(1_000_000),
  'ten thousand values': Array.from({ length: 10_000 }, (_, index) => index + 1),
  'nested beyond all': Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 0])),
}
const instants = {
  'an instant of the year 0': '0000-01-01T00:00:00Z',
  'an instant of the year 9999': '9999-12-31T23:59:59Z',
}
const takes = (schema: z.ZodType, value: unknown) => z.safeParse(schema, value).success

describe('every field of every route', () => {
  it('is looked at', () => expect(leaves.length).toBeGreaterThan(150))

  it.each(leaves.map(({ path, schema }) => [path, schema] as const))('%s', (path, schema) => {
    const refused: Record<string, unknown> = {
      'a NUL': 'a\0b',
      'half a character': 'a\ud800b',
      ...large,
      ...(path.endsWith('/settings/announcements/{id} body.body')
        ? { 'a million characters': '€'.repeat(16_777_001) }
        : {}),
      'a number beyond all': 1e308,
      'a number beyond columns': 2 ** 53,
      'a number as a text': '9007199254740993',
      'the year 0': '0000-01-01',
      'the year 9999': '9999-12-31',
      ...(ofFiles.test(path) ? {} : instants),
      'days from the year 0': '0000-01-01,',
      'not a number': Number.NaN,
      ...(ofSeveralLines.test(path)
        ? {}
        : { 'a line break': 'a\nb', 'a bell': 'a\u0007b', 'a line separator': 'a\u2028b' }),
    }
    if (ofFiles.test(path))
      for (const [name, value] of Object.entries(instants)) expect(schema.parse(value), name).toBeNull()
    // Free text may look like a number or a day, a user name like a number.
    const isFree = ['word', 'Word', 'longerword', 'a few longer words'].some((words) => takes(schema, words))
    for (const [name, value] of Object.entries(refused))
      if (!isFree || !/^\d/.test(String(value))) expect(takes(schema, value), name).toBe(false)
  })
})
