import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, Invalid, NotFound } from '../kernel/errors.ts'

/** Field messages of a failed check; a message without a field stands under the body's name. */
export function fieldsOf(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body']
    for (const key of keys)
      (fields[key] ??= []).push(issue.code === 'unrecognized_keys' ? 'Unknown field' : issue.message)
  }
  return fields
}

/** What PostgreSQL, Fastify or zod say, in the API's words. Undefined: nobody expected it. */
function known(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof z.core.$ZodError) return new Invalid(fieldsOf(error))
  const { code = '', message = '', statusCode } = error as FastifyError
  switch (code) {
    case '55P03': // lock_not_available
    case '40P01': // deadlock_detected
      return new ApiError(409, 'Someone else is changing this right now. Please try again.')
    case '57014': // query_canceled by statement_timeout
      return new ApiError(503, 'This takes too long right now. Please try again.', 503, { 'retry-after': '5' })
    case '57P01':
    case '57P02':
    case '57P03':
    case '08006':
    case '08001':
    case '53300':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return unavailable()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'What was sent is too large.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'Send JSON (content-type: application/json).')
    default:
  }
  if (
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
      message,
    )
  )
    return unavailable()
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode === 400 ? 422 : statusCode, 'What was sent could not be read.')
  return undefined
}

const unavailable = () =>
  new ApiError(503, 'The database is not reachable right now. Nothing was changed.', 503, { 'retry-after': '2' })

/** The one place where errors become answers: no stack, SQL, path or version in a reply (rule 12). */
export async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const expected = known(error)
  if (!expected) request.log.error({ err: error }, 'unexpected error')
  else if (expected.status >= 500) request.log.warn({ reason: expected.message, err: expected.cause }, 'unavailable')
  const { status, body, headers } =
    expected ?? new ApiError(500, `Something went wrong. Please tell us this number: ${request.id}`)
  await reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body))
}

export async function answerUnknown(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { status, body } = new NotFound('This address')
  await reply.code(status).send(body)
}
