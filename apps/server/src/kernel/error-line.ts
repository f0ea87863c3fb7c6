import { ApiError } from './errors.ts'

/** An error as a log may hold it. */
interface ErrorLine {
  type: string
  /** Empty where it would quote values. */
  message: string
  /** Where it was thrown, without the message that stacks begin with. */
  stack: string
  /** SQLSTATE, or Node's code. */
  code?: string
  table?: string
  constraint?: string
  status?: number
  /** What a mail server answered, as a number. */
  responseCode?: number
  [more: string]: unknown
  cause?: ErrorLine
}

/**
 * Whose messages quote what was sent or stored: drivers (`detail` holds whole rows), parsers, checks, and mail servers, who
 * repeat addresses and subjects in whatever words they like.
 */
const quotes = (error: Error & { code?: unknown }): boolean =>
  error instanceof SyntaxError ||
  error instanceof ApiError ||
  'severity' in error ||
  'responseCode' in error ||
  'response' in error ||
  'command' in error ||
  /^(Zod|\$Zod)/.test(error.name) ||
  /^[0-9A-Z]{5}$/.test(String(error.code))

/**
 * What a log keeps of an error (`safety/error-lines`): its kind, SQLSTATE or code, table and constraint, and where it was
 * thrown. Messages stay only where our own code or Node wrote them; those of drivers and parsers quote values, which are
 * names of patients.
 */
export function errorLine(error: unknown): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
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

/** One line of an error for people, who see it beside what failed: no more than a log may hold. */
export function wordsOf(error: unknown): string {
  // Our own words about what is away name no record.
  if (error instanceof ApiError && error.status === 503) return error.message
  const { type, message, code, responseCode, table, constraint } = errorLine(error)
  return [type, code, responseCode, table, constraint, message].filter(Boolean).join(' ')
}

/** The lines of a stack, or of what a program complained, that say where: a place in a file, or in Node itself. */
export const framesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^\s+at \S.*(:\d+:\d+|<anonymous>|index \d+|native)\)?$/.test(line))
    .slice(0, 12)

const defined = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
