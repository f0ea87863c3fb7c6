/**
 * JSON that PostgreSQL built and that is passed through: lists of ready rows are neither parsed nor serialized again.
 * It is parsed where responses are checked against the contract, and wherever JSON.stringify meets one.
 */
export class BuiltJson<T> {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): T {
    return JSON.parse(this.text) as T
  }
}

/** A response, some fields of which may already be JSON. */
export type Answer<T> = T | { [K in keyof T]: T[K] | BuiltJson<T[K]> }

/** The body of a response. */
export function bodyOf(answer: unknown): string {
  const fields = typeof answer === 'object' && answer !== null ? Object.entries(answer) : []
  if (!fields.some(([, value]) => value instanceof BuiltJson)) return JSON.stringify(answer)
  const written = fields
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${JSON.stringify(name)}:${value instanceof BuiltJson ? value.text : JSON.stringify(value)}`,
    )
  return `{${written.join(',')}}`
}
