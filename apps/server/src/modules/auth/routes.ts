import { auth } from '@archwire/contract/auth/routes.ts'
import type { Parsed } from '@archwire/contract/core/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import {
  addressOf,
  browserCookie,
  clearSessionCookie,
  sessionCookie,
  setBrowserCookie,
  setSessionCookie,
} from '../../http/session-cookie.ts'
import type { Serve } from '../../http/serve.ts'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Unauthenticated } from '../../kernel/errors.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'
import { issueDesktopCode, signIn, signOut } from './commands.ts'
import { useCode } from './authenticate.ts'
import { presentMe } from './present.ts'
import { readUser } from './sessions.ts'

interface Tools {
  config: Config
  botCheck: BotCheck
  /** Lets a computer in on which the desktop application signs in for a practice. */
  admitDevice: (trx: Trx, actor: Actor, organizationId: number, device: SentDevice) => Promise<void>
}
interface SignInOn {
  device: SentDevice
  /** The organization that the person works in; null: none. */
  at: number | null
  request: FastifyRequest
}
interface SentDevice {
  key: string
  name: string
  details: string
}

export function authRoutes(serve: Serve, { config, botCheck, admitDevice }: Tools): void {
  /** Seat and code are used up together: a device that is refused leaves the code as it was. */
  const signInOn = async (trx: Trx, actor: Actor, { device, at, request }: SignInOn): Promise<void> => {
    if (at !== null) await admitDevice(trx, actor, at, device)
    await useCode(trx, request)
  }

  serve(auth.login, async ({ body, db, request, reply }) => {
    const { token, user, expiresAt, remembered, browser } = await signIn(db, attemptOf(body, request), {
      config,
      botCheck,
    })
    const secure = config.secure || request.protocol === 'https'
    setSessionCookie(reply, token, { secure, ...(remembered ? { expires: expiresAt } : {}) })
    if (browser !== undefined) setBrowserCookie(reply, browser, { secure })
    return { token, user: presentMe(user), expires_at: expiresAt.toISOString() }
  })

  serve(auth.logout, async ({ trx, actor, reply }) => {
    if (actor.sessionId !== null) await signOut(trx, actor, actor.sessionId)
    clearSessionCookie(reply)
    // Pictures and meshes that the browser has cached are cleared with the session.
    void reply.header('clear-site-data', '"cache"')
    return { message: 'You are signed out.' }
  })

  serve(auth.me, async ({ db, actor, query, request }) => {
    const user = await readUser(db, actor.userId)
    if (!user) throw new Unauthenticated()
    const me = presentMe(user, query.current_organization_id)
    const device = deviceOf(query)
    // By a code alone: a page of another site cannot send one, but it can make a browser read with its cookie.
    if (device && actor.sessionId === null)
      await db.transaction().execute((trx) => signInOn(trx, actor, { device, at: me.current_organization_id, request }))
    return { user: me, deep_link_scheme: config.deepLinkScheme }
  })

  serve(auth.desktopCode, async ({ trx, actor }) => ({ desktop_code: await issueDesktopCode(trx, actor) }))
}

/** The computer that a call names; undefined for none. */
const deviceOf = ({
  device_id,
  device_name,
  device_details,
}: Parsed<typeof auth.me>['query']): SentDevice | undefined =>
  device_id === undefined ? undefined : { key: device_id, name: device_name ?? '', details: device_details ?? '' }

/** What a sign-in is checked by: what was sent, and where it comes from. */
const attemptOf = (body: Parsed<typeof auth.login>['body'], request: FastifyRequest) => ({
  email: body.email,
  password: body.password,
  rememberMe: body.remember_me,
  management: body.management,
  timeZone: body.time_zone,
  address: addressOf(request),
  userAgent: request.headers['user-agent'] ?? '',
  before: request.cookies[sessionCookie],
  browser: request.cookies[browserCookie],
  fromPage: request.headers.origin !== undefined,
  botCheck: body.bot_check,
})
