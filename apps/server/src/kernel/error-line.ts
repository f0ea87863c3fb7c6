import { ApiError } from './errors.ts'

/** An error as a log may contain it. */
interface ErrorLine {
  type: string
  /** Empty where it would quote values. */
  message: string
  /** Where it was thrown, without the message that stacks start with. */
  stack: string
  /** SQLSTATE, or Node's code. */
  code?: string
  table?: string
  constraint?: string
  status?: number
  /** The status that a mail server returned, as a number. */
  responseCode?: number
  [more: string]: unknown
  cause?: ErrorLine
}

/**
 * Errors whose messages quote input or stored data: drivers (`detail` holds whole rows), parsers, checks, and mail
 * servers, which repeat addresses and subjects in any form.
 */
const quotes = (error: Error & { code?: unknown }): boolean => !isOfTheLine(error) && mayQuote(error)

/** Resources, shutdowns and I/O of the database; a mail server that was never reached: nothing of ours was said to it. */
const isOfTheLine = (error: Error & { code?: unknown; responseCode?: unknown; response?: unknown }): boolean =>
  /^(53|57|58|08)[0-9A-Z]{3}$/.test(String(error.code)) ||
  (['ESOCKET', 'ETLS', 'EDNS'].includes(String(error.code)) &&
    error.responseCode === undefined &&
    error.response === undefined)

const mayQuote = (error: Error & { code?: unknown }): boolean =>
  error instanceof SyntaxError ||
  error instanceof ApiError ||
  'severity' in error ||
  'responseCode' in error ||
  'response' in error ||
  'command' in error ||
  /^(Zod|\$Zod)/.test(error.name) ||
  /^[0-9A-Z]{5}$/.test(String(error.code))

/**
 * What a log records of an error (`safety/error-lines`): its kind, SQLSTATE or code, table and constraint, and where it
 * was thrown. Messages stay only where our own code or Node wrote them; those of drivers and parsers quote values,
 * which are names of patients.
 */
export function errorLine(error: unknown): ErrorLine {
  if (!(error instanceof Error))
    return isLikeError(error) ? errorLine(asError(error)) : { type: typeof error, message: '', stack: '' }
  const { code, table, constraint, status, responseCode } = error as Error & Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    type: error.constructor.name || error.name,
    message: quotes(error) ? '' : error.message.slice(0, 500),
    stack: framesOf(error.stack ?? '').join('\n'),
    ...defined({ code: text(code), table: text(table), constraint: text(constraint) }),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof responseCode === 'number' ? { responseCode } : {}),
    ...(error.cause === undefined ? {} : { cause: errorLine(error.cause) }),
  }
}

/** The job queue reports errors as plain objects: their own fields, without the class. */
const isLikeError = (value: unknown): value is { message?: string; name?: string } =>
  typeof value === 'object' && value !== null && ('message' in value || 'code' in value)

function asError(value: { message?: unknown; name?: unknown }): Error {
  const error = Object.assign(new Error(typeof value.message === 'string' ? value.message : ''), value)
  return typeof value.name === 'string' ? error : Object.assign(error, { name: 'object' })
}

/** One line of an error for people, shown beside what failed: no more than a log may contain. */
export function wordsOf(error: unknown): string {
  // Our own messages about what is unavailable name no record.
  if (error instanceof ApiError && error.status === 503) return error.message
  const { type, message, code, responseCode, table, constraint } = errorLine(error)
  return [type, code, responseCode, table, constraint, message].filter(Boolean).join(' ')
}

/** The lines of a stack, or of a program's error output, that give a place: in a file, or in Node itself. */
export const framesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^\s+at \S.*(:\d+:\d+|<anonymous>|index \d+|native)\)?$/.test(line))
    .slice(0, 12)

const defined = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
