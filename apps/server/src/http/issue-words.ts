import { invalidEmail } from '@archwire/contract/core/text.ts'
import type { z } from 'zod'

const types: Record<string, string> = {
  string: 'Must be a text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
}

const formats: Record<string, string> = {
  email: invalidEmail,
  date: 'Must be a day, like 2026-11-21.',
  datetime: 'Must be a moment, like 2026-11-21T08:00:00Z.',
  url: 'Must be a web address.',
  uuid: 'Must be a UUID.',
}

/** `5 characters`, `1 entry`, `5`: how much of what. */
function amount(origin: string, count: number | bigint): string {
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries']
  const isCounted = ['string', 'array', 'set', 'map', 'file'].includes(origin)
  return isCounted ? `${count} ${Number(count) === 1 ? one : many}` : String(count)
}

/**
 * What is wrong with a value, as a sentence: a failed call shows the server's message, and zod's own words are for
 * programmers (`calls/errors`). A schema's own message is before it.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : (types[issue.expected] ?? 'Invalid value')
    case 'too_big':
      if (issue.exact) return `Exactly ${amount(issue.origin, issue.maximum)}.`
      return `${issue.inclusive === false ? 'Less than' : 'At most'} ${amount(issue.origin, issue.maximum)}.`
    case 'too_small':
      if (issue.exact) return `Exactly ${amount(issue.origin, issue.minimum)}.`
      if (issue.origin === 'string' && issue.minimum === 1) return 'Required'
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${amount(issue.origin, issue.minimum)}.`
    case 'invalid_value':
      return issue.values.length === 1 ? `Must be ${String(issue.values[0])}.` : `One of ${issue.values.join(', ')}.`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return formats[issue.format] ?? 'Invalid value'
    case 'unrecognized_keys':
      return 'Unknown field'
    default:
      return 'Invalid value'
  }
}
