import { inputHeader } from '@archwire/contract/core/input-header.ts'
import type { Route } from '@archwire/contract/core/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import { ApiError, Forbidden } from '../kernel/errors.ts'
import {
  actorOf,
  consumeToken,
  keepSessions,
  readSession,
  readUser,
  sessionLives,
  touchSession,
} from '../modules/auth/index.ts'

/** The caller's address, from the trusted proxy on; empty when the caller has hung up meanwhile. */
export const addressOf = (request: FastifyRequest): string => (request.ip as string | undefined) ?? ''

export const sessionCookie = 'archwire_session'

/** What the caller shows of a session, by bearer token or cookie; nobody has looked whether there is one. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? request.cookies[sessionCookie]

/** Held by the browser that signed up, until its address is verified there. */
export const signUpCookie = 'archwire_sign_up'

/** Finds the session's person by bearer token or cookie. A write with the cookie must come from our own pages. */
export function authenticator(db: Db, config: Config, log: (error: unknown) => void) {
  const sessions = keepSessions(
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
    if (!session) return bearer && route.oneTimeCode ? byCode(db, bearer, addressOf(request)) : undefined
    if (bearer || request.headers[inputHeader] !== undefined) touchSession(db, session, config).catch(log)
    return actorOf(session, { id: session.session_id, address: addressOf(request) })
  }
}

/** The person behind the code of a link from the desktop application; it is used up. */
async function byCode(db: Db, code: string, address: string): Promise<Actor | undefined> {
  const used = await consumeToken(db, ['desktop'], code).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  const user = used && (await readUser(db, used.userId))
  return user && actorOf(user, { id: null, address })
}

/**
 * The second lock beside SameSite=Strict: another site's page has another Origin. Where PUBLIC_URL says which one is ours,
 * what the caller names as Host counts for nothing.
 */
export function checkOrigin(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const { origin, host } = request.headers
  const sent = origin && URL.canParse(origin) ? new URL(origin) : undefined
  if (publicUrl === undefined ? sent && sent.host === host : sent?.origin === new URL(publicUrl).origin) return
  throw new Forbidden('This request did not come from the portal’s own pages.')
}

/** Sets the session's cookie; without `remembered` it ends with the browser. */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  options: { secure: boolean; expires?: Date },
): void {
  void reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.secure,
    ...(options.expires ? { expires: options.expires } : {}),
  })
}

/** Marks the browser that signed up; only the call that verifies the address looks at it. */
export function setSignUpCookie(reply: FastifyReply, value: string, options: { secure: boolean }): void {
  void reply.setCookie(signUpCookie, value, {
    path: '/api/v1/verify',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.secure,
    maxAge: 7 * 24 * 3600,
  })
}

export const clearSessionCookie = (reply: FastifyReply): void => void reply.clearCookie(sessionCookie, { path: '/' })
