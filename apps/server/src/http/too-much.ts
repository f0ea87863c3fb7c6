import { Invalid } from '../kernel/errors.ts'

/** More than any form of ours has, and few enough to check within a millisecond. */
const mostValues = 10_000
const mostKeys = 500
const deepest = 20

/**
 * Refuses bodies that are nested too deeply or have too many values before a schema checks them one by one
 * (`safety/bounds`). @throws Invalid
 */
export function refuseTooMuch(sent: unknown): void {
  let values = 0
  const look = (value: unknown, depth: number): void => {
    if ((values += 1) > mostValues) throw new Invalid('The request has too many values.')
    if (typeof value !== 'object' || value === null) return
    if (depth === deepest) throw new Invalid('The request is nested too deeply.')
    const keys = Object.keys(value)
    if (keys.length > mostKeys && !Array.isArray(value)) throw new Invalid('The request has too many fields.')
    if (keys.length > mostValues) throw new Invalid('The request has too many values.')
    for (const key of keys) look((value as Record<string, unknown>)[key], depth + 1)
  }
  look(sent, 0)
}
