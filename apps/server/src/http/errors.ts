import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, Invalid, NotFound } from '../kernel/errors.ts'
import { warnGathered } from '../kernel/gathered-warnings.ts'
import { isOutOfRoom } from '../kernel/out-of-room.ts'
import { issueWords } from './issue-words.ts'

// Of this process: the contract's schemas are read by pages and tests that say nothing to people.
z.config({ customError: issueWords })

/** Fields beyond this number are not named: a response should not be longer than the request. */
const mostFields = 50

/** Field messages of a failed check; a message without a field goes under the body's name. */
export function fieldsOf(error: z.core.$ZodError): Record<string, string[]> {
  // Field names come from the request, `constructor` too: nothing may be inherited.
  const fields = Object.create(null) as Record<string, string[]>
  let named = 0
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys'
    for (const key of unknown ? issue.keys : [issue.path.join('.') || 'body']) {
      if ((named += 1) > mostFields) return fields
      ;(fields[key.slice(0, 200)] ??= []).push(unknown ? 'Unknown field' : issue.message)
    }
  }
  return fields
}

/** Translates errors of PostgreSQL, Fastify and zod into the API's. Undefined: unexpected. */
function known(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof z.core.$ZodError) return new Invalid(fieldsOf(error))
  const { code = '', message = '', statusCode } = error as FastifyError
  if (isOutOfRoom(code)) return noRoom()
  switch (code) {
    case '55P03': // lock_not_available
    case '40P01': // deadlock_detected
      return new ApiError(409, 'Someone else is changing this right now. Please try again.')
    case '57014': // query_canceled by statement_timeout
      return new ApiError(503, 'This is taking too long. Please try again.', 503, { 'retry-after': '5' })
    case '23505': // unique_violation
      return new ApiError(409, 'Someone else just did this. Reload the page to see the current state.')
    case '23503': // foreign_key_violation
    case '23514': // check_violation
    case '23502': // not_null_violation
      return new Invalid('The request conflicts with existing data.')
    case '57P01':
    case '57P02':
    case '57P03':
    case '08006':
    case '08001':
    case '53300':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
      return unavailable()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'The request is too large.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'Send JSON (content-type: application/json).')
    default:
  }
  // Class 22, data exceptions: a value that passed all checks of ours and that PostgreSQL rejects.
  if (/^22...$/.test(code)) return new Invalid('The request contains a value that cannot be stored.')
  // No connection became free within the time that a request waits.
  if (message.includes('timeout exceeded when trying to connect')) return busy()
  if (/Connection terminated|Client has encountered a connection error/.test(message)) return unavailable()
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode === 400 ? 422 : statusCode, 'The request could not be read.')
  return undefined
}

const unavailable = () =>
  new ApiError(503, 'The database is not reachable right now. Nothing was changed.', 503, { 'retry-after': '2' })

/** Reads continue; what is written waits for room (`safety/full-disk`). */
const noRoom = () =>
  new ApiError(
    503,
    'The portal cannot save anything right now. Nothing was changed. Please try again in a few minutes.',
    503,
    {
      'retry-after': '60',
    },
  )

/** The portal works, but has more requests than it can handle. */
export const busy = (): ApiError =>
  new ApiError(503, 'The portal is very busy right now. Nothing was changed; please try again.', 503, {
    'retry-after': '2',
  })

/** The only place where errors become responses: no stack, SQL, path or version in a reply (`calls/errors`). */
export async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // The client hung up: not a fault of the database, even if the broken connection reports an error.
  if (request.raw.socket?.destroyed) return void reply.hijack()
  const expected = known(error)
  if (!expected) request.log.error({ err: error }, 'unexpected error')
  // Bad input that only the database noticed is a gap in the contract that has to be looked into.
  else if (expected !== error && isDriverError(error)) request.log.warn({ err: error }, 'refused by the database')
  else if (expected.status >= 500) warnUnavailable(request, expected, error)
  const { status, body, headers } =
    expected ?? new ApiError(500, `Something went wrong. Please tell us this number: ${request.id}`)
  await reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body))
}

/** What is unavailable is the same for everyone: one line says it, with the code of what was thrown. */
function warnUnavailable(request: FastifyRequest, expected: ApiError, error: unknown): void {
  const err = expected === error ? expected.cause : error
  const code = (err as { code?: string } | undefined)?.code
  warnGathered(request.log, { reason: expected.message, err }, 'unavailable', `${expected.message} ${code ?? ''}`)
}

const isDriverError = (error: unknown): boolean => /^2[23]...$/.test(String((error as { code?: unknown }).code))

/**
 * An address that cannot be decoded matches no route; it gets the API's own response, and a line in the log like any
 * other.
 */
export function answerBadAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = new NotFound('This address')
  request.log.info({ req: request, status }, 'no such address')
  void reply.code(status).type('application/json').send(JSON.stringify(body))
}

export async function answerUnknown(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { status, body } = new NotFound('This address')
  await reply.code(status).send(body)
}
