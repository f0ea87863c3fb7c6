import type { Json } from './shapes.ts'

/** The object inside a schema: a list's items, the other choice of a nullable one. */
function heartOf(json: Json): Json {
  if (json.properties) return json
  if (typeof json.items === 'object') return heartOf(json.items as Json)
  const choices = (json.anyOf ?? json.oneOf ?? []) as Json[]
  const choice = choices.find((option) => heartOf(option).properties)
  return choice ? heartOf(choice) : json
}

/** Writes a description at the end of a path, where the schema itself has such a field; a named shape has its own. */
function describe(json: Json, path: readonly string[], text: string): void {
  const [name = '', ...rest] = path
  if (path.length === 0) return void (json.description ??= text)
  const field = heartOf(json).properties?.[name]
  if (field) describe(field, rest, text)
}

/** The schema with the contract's comments as its descriptions: `words` by path, those below `prefix`. */
export function withWords(schema: Json, words: Record<string, string> = {}, prefix = ''): Json {
  const described = structuredClone(schema)
  for (const [path, text] of Object.entries(words))
    if (path.startsWith(prefix)) describe(described, path.slice(prefix.length).split('/').filter(Boolean), text)
  return described
}
