import type { Refusal } from './messages.ts'

/** The script, its fields or its answer did not come. */
export class ProviderSilent extends Error {}

/** Reads a refusal of `tokenize`: a text, an error, or a list of fields and messages in any of the usual shapes. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof ProviderSilent) return { message: undefined, fields: [] }
  if (typeof thrown === 'string') return { message: textOf(thrown), fields: [] }
  if (typeof thrown !== 'object' || thrown === null) return { message: undefined, fields: [] }
  const { message, errors } = thrown as { message?: unknown; errors?: unknown }
  const fields = pairsOf(errors ?? (message === undefined && !(thrown instanceof Error) ? thrown : undefined))
  return { message: textOf(message), fields }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : undefined

/** `[{ field, message }]`, `[[field, message]]` and `{ field: message or messages }`. */
function pairsOf(list: unknown): [string, string][] {
  if (typeof list !== 'object' || list === null) return []
  const entries: [unknown, unknown][] = Array.isArray(list)
    ? (list as unknown[]).map((item) => {
        if (Array.isArray(item)) return [item[0], item[1]]
        const { field, message } = (item ?? {}) as { field?: unknown; message?: unknown }
        return [field, message]
      })
    : Object.entries(list)
  return entries.flatMap(([field, said]) => {
    const message = textOf(Array.isArray(said) ? said.find((text) => textOf(text)) : said)
    return typeof field === 'string' && message ? [[field, message]] : []
  })
}
