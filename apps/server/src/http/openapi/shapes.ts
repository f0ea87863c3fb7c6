import type { Schema } from '@archwire/contract/core/route.ts'
import { shapes } from '@archwire/contract/shapes.gen.ts'
import { shapeWords } from '@archwire/contract/words.gen.ts'
import { z } from 'zod'
import { withWords } from './words.ts'

/** A JSON schema, as far as this file looks into it. */
export interface Json {
  $ref?: string
  properties?: Record<string, Json>
  required?: string[]
  [key: string]: unknown
}

const place = '#/components/schemas/'
const nameIn = (ref: string) => ref.slice(place.length)

/** `.meta({ id })` where the field's word is not the one that the code exports it under. */
const nameOf = (exported: string, shape: z.ZodType): string => z.globalRegistry.get(shape)?.id ?? exported

/** What zod adds beyond what a reader or a generator needs. */
function plain(json: Record<string, unknown>): void {
  // The full grammar of a date or an address, which `format` names.
  if ('format' in json) delete json.pattern
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  delete json.$schema
  delete json.$id
  delete json.id
}

const names = new Map<Schema, string>(Object.entries(shapes).map(([name, shape]) => [shape, nameOf(name, shape)]))
const words = new Map(Object.entries(shapes).map(([name, shape]) => [nameOf(name, shape), shapeWords[name]]))

/** Named shapes and the given ones as JSON schemas; named shapes are referenced by name. */
function converted(parts: Record<string, Schema>, io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id?: string }>()
  for (const [shape, name] of names) registry.add(shape as z.ZodType, { id: name })
  for (const [key, part] of Object.entries(parts)) if (!names.has(part)) registry.add(part as z.ZodType, { id: key })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => place + id,
    override: ({ jsonSchema }) => {
      const json = jsonSchema as Record<string, unknown>
      plain(json)
      // A later release may add fields to a response: only requests are refused for unknown fields.
      if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
    },
  })
  const all = schemas as unknown as Record<string, Json>
  for (const schema of Object.values(all)) plain(schema)
  for (const [key, part] of Object.entries(parts)) {
    const name = names.get(part)
    if (name !== undefined) all[key] = isSpread(key) ? withWords(all[name]!, words.get(name)) : { $ref: place + name }
  }
  return all
}

/** The keys of a path or a query appear in the call one by one: a named one is not referenced as a whole. */
const isSpread = (key: string) => / (params|query)$/.test(key)

function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value))
    if (key === '$ref' && typeof item === 'string') yield nameIn(item)
    else yield* refsIn(item)
}

/** The same with other names in its references. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string'
        ? place + (names.get(nameIn(item)) ?? nameIn(item))
        : renamed(item, names),
    ]),
  )
}

export interface Shapes {
  /** The schema of a part, by the key it was given under. */
  shapeOf(key: string): Json
  /** Named shapes that a part references, directly or indirectly. */
  components: Record<string, Json>
}

/**
 * JSON schemas of what calls accept and return. A shape that the contract exports is written once, under its exported
 * name; one whose input differs from its output appears twice, as `Name` and `NameInput`.
 */
export function shapesOf(taken: Record<string, Schema>, answered: Record<string, Schema>): Shapes {
  const input = converted(taken, 'input')
  const output = converted(answered, 'output')
  const isNamed = (name: string) => !(name in taken) && !(name in answered)
  const differs = new Set(
    Object.keys(input).filter((name) => isNamed(name) && JSON.stringify(input[name]) !== JSON.stringify(output[name])),
  )
  // A shape that contains one that differs, differs too.
  for (let before = -1; before !== differs.size;) {
    before = differs.size
    for (const name of Object.keys(input).filter(isNamed))
      if ([...refsIn(input[name])].some((ref) => differs.has(ref))) differs.add(name)
  }
  const used = (parts: Record<string, Schema>, all: Record<string, Json>) => {
    const names = new Set<string>()
    const visit = (value: unknown) => {
      for (const name of refsIn(value))
        if (!names.has(name)) {
          names.add(name)
          visit(all[name])
        }
    }
    for (const key of Object.keys(parts)) visit(all[key])
    return names
  }
  const answeredNames = used(answered, output)
  const asInput = new Map([...differs].filter((name) => answeredNames.has(name)).map((name) => [name, `${name}Input`]))
  const components: Record<string, Json> = {}
  for (const name of answeredNames) components[name] = withWords(output[name]!, words.get(name))
  for (const name of used(taken, input))
    components[asInput.get(name) ?? name] = withWords(renamed(input[name], asInput) as Json, words.get(name))
  return {
    shapeOf: (key) => (key in taken ? (renamed(input[key], asInput) as Json) : output[key]!),
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
