import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { inputHeader } from '@archwire/contract/core/input-header.ts'
import { personHeader } from '@archwire/contract/core/person-header.ts'
import type { Route } from '@archwire/contract/core/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import { addressOf, checkOrigin, sessionCookie } from '../../http/session-cookie.ts'
import type { Actor } from '../../kernel/actor.ts'
import { ApiError, Unauthenticated } from '../../kernel/errors.ts'
import { sessionCache } from './session-cache.ts'
import { consumeToken, peekToken } from './one-time-tokens.ts'
import { actorOf, liveSessions, readSession, sessionLives, touchSession } from './sessions.ts'

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1]

/**
 * Finds the session's person by bearer token or cookie. A write with the cookie must come from our own pages. A page
 * that names another person acts for no one: the cookie has changed hands since it was opened (`access/whose-page`).
 */
export function authenticator(db: Db, config: Config, log: (error: unknown) => void) {
  const sessions = sessionCache(
    (token) => readSession(db, token, config),
    (session) => sessionLives(session, config),
  )
  return async (request: FastifyRequest, route: Pick<Route, 'oneTimeCode'>): Promise<Actor | undefined> => {
    const bearer = bearerOf(request)
    const cookie = request.cookies[sessionCookie]
    const token = bearer ?? cookie
    if (!token) return undefined
    const reads = request.method === 'GET'
    if (!bearer && !reads) checkOrigin(request, config)
    const session = await (reads ? sessions.forReading(token) : sessions.forWriting(token))
    if (!session) return bearer && route.oneTimeCode ? byCode(db, bearer, request, config) : undefined
    const named = request.headers[personHeader]
    if (named !== undefined && named !== String(session.id))
      throw new Unauthenticated('Someone else has signed in on this browser.', errorCodes.otherPerson)
    if (bearer || request.headers[inputHeader] !== undefined) touchSession(db, session, config).catch(log)
    return actorOf(session, { id: session.session_id, address: addressOf(request) })
  }
}

/**
 * Finds the person behind the code of a link from the desktop application, while the session that requested it lives; uses
 * the code up. Where a device signs in with it, the call does that, once the device is admitted (`licenses/device`).
 */
async function byCode(db: Db, code: string, request: FastifyRequest, config: Config): Promise<Actor | undefined> {
  const find = namesDevice(request) ? peekToken : consumeToken
  const used = await find(db, ['desktop'], code).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  const actor = used && (await liveSessions(db, [used.sessionId!], config)).get(used.sessionId!)
  // Requires no session: a code cannot create another code.
  return actor && { ...actor, sessionId: null, address: addressOf(request) }
}

const namesDevice = ({ query }: FastifyRequest): boolean =>
  typeof query === 'object' && query !== null && 'device_id' in query

/**
 * Uses up the code by which a request came, together with what the call did; none where it came by a session.
 * @throws Unauthenticated when another request was faster
 */
export async function useCode(trx: Trx, request: FastifyRequest): Promise<void> {
  const code = bearerOf(request)
  await consumeToken(trx, ['desktop'], code ?? '').catch((error: unknown) => {
    throw error instanceof ApiError ? new Unauthenticated() : error
  })
}
