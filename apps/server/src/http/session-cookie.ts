import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Forbidden } from '../kernel/errors.ts'

/** The caller's address, from the trusted proxy on; empty when the caller has hung up in the meantime. */
export const addressOf = (request: FastifyRequest): string => (request.ip as string | undefined) ?? ''

export const sessionCookie = 'archwire_session'

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]

/** The session token that the caller sends, as bearer token or cookie; not checked yet. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  bearerOf(request) ?? request.cookies[sessionCookie]

/** Whether a page of the portal calls, with the browser's cookie; programs send a bearer token. */
export const isFromPage = (request: FastifyRequest): boolean => bearerOf(request) === undefined

/** Held by the browser that signed up, until its address is verified there. */
export const signUpCookie = 'archwire_sign_up'

/** Held by a browser in which someone signed in before; it signs no one in (`access/known-browser`). */
export const browserCookie = 'archwire_browser'

/** Seconds for which a browser is known after a sign-in: 180 days. */
export const knownForSeconds = 180 * 86_400

/**
 * A second check beside SameSite=Strict: another site's page has another Origin. Where PUBLIC_URL states ours, the
 * caller's Host header is ignored.
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

/** Marks the browser that signed up; only the call that verifies the address reads it. */
export function setSignUpCookie(reply: FastifyReply, value: string, options: { secure: boolean }): void {
  void reply.setCookie(signUpCookie, value, {
    path: '/api/v1/verify',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.secure,
    maxAge: 7 * 24 * 3600,
  })
}

/** Marks the browser in which someone signed in; the calls that sign in and set a password read it. */
export function setBrowserCookie(reply: FastifyReply, value: string, options: { secure: boolean }): void {
  void reply.setCookie(browserCookie, value, {
    path: '/api/v1',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.secure,
    maxAge: knownForSeconds,
  })
}

export const clearSessionCookie = (reply: FastifyReply): void => void reply.clearCookie(sessionCookie, { path: '/' })
