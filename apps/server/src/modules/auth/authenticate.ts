import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { inputHeader } from '@archwire/contract/core/input-header.ts'
import { personHeader } from '@archwire/contract/core/person-header.ts'
import type { Route } from '@archwire/contract/core/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { addressOf, checkOrigin, sessionCookie } from '../../http/session-cookie.ts'
import type { Actor } from '../../kernel/actor.ts'
import { ApiError, Unauthenticated } from '../../kernel/errors.ts'
import { sessionCache } from './session-cache.ts'
import { consumeToken } from './one-time-tokens.ts'
import { actorOf, liveSessions, readSession, sessionLives, touchSession } from './sessions.ts'

/**
 * Finds the session's person by bearer token or cookie. A write with the cookie must come from our own pages. A page
 * that names another person acts for nobody: the cookie has changed hands since it was opened (`access/whose-page`).
 */
export function authenticator(db: Db, config: Config, log: (error: unknown) => void) {
  const sessions = sessionCache(
    (token) => readSession(db, token, config),
    (session) => sessionLives(session, config),
  )
  return async (request: FastifyRequest, route: Pick<Route, 'oneTimeCode'>): Promise<Actor | undefined> => {
    const bearer = /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]
    const cookie = request.cookies[sessionCookie]
    const token = bearer ?? cookie
    if (!token) return undefined
    const reads = request.method === 'GET'
    if (!bearer && !reads) checkOrigin(request, config)
    const session = await (reads ? sessions.forReading(token) : sessions.forWriting(token))
    if (!session) return bearer && route.oneTimeCode ? byCode(db, bearer, addressOf(request), config) : undefined
    const named = request.headers[personHeader]
    if (named !== undefined && named !== String(session.id))
      throw new Unauthenticated('Someone else has signed in on this browser.', errorCodes.otherPerson)
    if (bearer || request.headers[inputHeader] !== undefined) touchSession(db, session, config).catch(log)
    return actorOf(session, { id: session.session_id, address: addressOf(request) })
  }
}

/**
 * Finds the person behind the code of a link from the desktop application, while the session that requested it lives;
 * uses the code up.
 */
async function byCode(db: Db, code: string, address: string, config: Config): Promise<Actor | undefined> {
  const used = await consumeToken(db, ['desktop'], code).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  const actor = used && (await liveSessions(db, [used.sessionId!], config)).get(used.sessionId!)
  // Requires no session: a code cannot create another code.
  return actor && { ...actor, sessionId: null, address }
}
