import { accounts } from '@archwire/contract/accounts/routes.ts'
import { customPermissions } from '@archwire/contract/grants.ts'
import { permissions } from '@archwire/contract/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { homeOf, type Config } from '../../config.ts'
import {
  addressOf,
  browserCookie,
  sessionCookie,
  setBrowserCookie,
  setSessionCookie,
  setSignUpCookie,
  signUpCookie,
} from '../../http/session-cookie.ts'
import type { Serve } from '../../http/serve.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'
import {
  checkOwnPassword,
  freshToken,
  hashPassword,
  presentMe,
  readUser,
  requireToken,
  takeBotCheck,
} from '../auth/index.ts'
import { confirmInvitation, createInvitedUser, requireInvitation } from './commands/invitations.ts'
import { setPasswordByToken } from './commands/passwords.ts'
import { isFree, taken } from './addresses.ts'
import { cancelEmailChange, movesMail, updateProfile } from './commands/profile.ts'
import { enterByLink, proveSignUp, signUp } from './commands/sign-up.ts'
import { requestMail, takeResend } from './commands/mail-requests.ts'

const sent = 'If this email belongs to an account, we have sent a link to it.'
const saved = 'Your profile is saved.'
const savedAndSent = `${saved} We have sent an email to your new address. The new address takes effect once you click VERIFY in that email.`
const verified = 'Your email address is verified.'
const verifiedOnly = `${verified} Please sign in with it.`
const waitsOn =
  'This address is confirmed. It becomes the email of your account 24 hours after our staff asked for it. Until then, sign in with the old one.'
const emailShape = accounts.register.body.shape.email

/** Public ways into the portal, and one's own profile. Hashing is slow, so it happens before the transaction. */
export function accountRoutes(serve: Serve, { config, botCheck }: { config: Config; botCheck: BotCheck }): void {
  const publicUrl = homeOf(config)
  const cookie = (request: FastifyRequest) => ({ secure: config.secure || request.protocol === 'https' })

  serve(accounts.botCheck, async () => (await botCheck.challenge()) as never)

  serve(accounts.validateEmail, async ({ db, query }) => {
    if (!emailShape.safeParse(query.email).success) return { valid: false, message: 'Enter a valid email' }
    return (await isFree(db, query.email)) ? { valid: true, message: '' } : { valid: false, message: taken }
  })

  // The check counts even when the sign-up fails: one solution reveals one address at most.
  serve(accounts.register, {
    prepare: async ({ db, body, callKey }) => {
      await takeBotCheck(db, botCheck, body.bot_check, callKey)
      return hashPassword(body.password)
    },
    handle: async ({ trx, body, request, reply, afterCommit, prepared: passwordHash }) => {
      const browser = freshToken()
      await signUp(trx, { ...body, lab_partner: body.lab_partner, passwordHash, address: addressOf(request), browser })
      afterCommit(() => setSignUpCookie(reply, browser, cookie(request)))
      return { message: 'We have sent you an email. Please click VERIFY in it.' }
    },
  })

  serve(accounts.verify, {
    // Tries with a wrong password count, whatever happens to the link.
    prepare: ({ db, body, request }) => proveSignUp(db, body.token, proofOf(body.password, request), config),
    handle: async ({ trx, body, request, reply, afterCommit }) => {
      const { entered, waits } = await enterByLink(trx, { ...body, ...clientOf(request) }, config)
      if (!entered) return { token: null, user: null, expires_at: null, message: waits ? waitsOn : verifiedOnly }
      afterCommit(() => setEntryCookies(reply, entered, cookie(request)))
      return presentEntry(entered)
    },
  })

  serve(accounts.cancelEmailChange, async ({ trx, body, request }) => {
    const { byStaff } = await cancelEmailChange(trx, body.token, addressOf(request))
    return { message: 'The change is canceled. Your account keeps this address.', by_staff: byStaff }
  })

  serve(accounts.resendVerification, {
    // Its pages have no bot check: instead, it counts by address and network together (`access/mails-asked`).
    prepare: async ({ db, body, request }) => {
      await takeResend(db, { email: body.email, address: addressOf(request) }, config.loginLimits)
    },
    handle: async ({ trx, body, request }) => {
      await requestMail(trx, { kind: 'verification', email: body.email, ...askedFrom(request) })
      return { message: sent }
    },
  })

  serve(accounts.requestReset, async ({ trx, body, request }) => {
    await takeBotCheck(trx, botCheck, body.bot_check)
    await requestMail(trx, { kind: 'reset', email: body.email, ...askedFrom(request) })
    return { message: sent }
  })

  serve(accounts.reset, {
    prepare: async ({ db, body }) => {
      await requireToken(db, ['reset', 'initial'], body.token)
      return hashPassword(body.password)
    },
    handle: async ({ trx, body, request, reply, afterCommit, prepared: passwordHash }) => {
      const input = { token: body.token, passwordHash, publicUrl: homeOf(config), ...clientOf(request) }
      const browser = await setPasswordByToken(trx, input)
      afterCommit(() => setBrowserCookie(reply, browser, cookie(request)))
      return { message: 'Your password is set. Please sign in with it.' }
    },
  })

  serve(accounts.createUser, {
    prepare: async ({ db, body, callKey }) => {
      await takeBotCheck(db, botCheck, body.bot_check, callKey)
      await requireInvitation(db, body.token)
      return hashPassword(body.password)
    },
    handle: async ({ trx, body, request, prepared: passwordHash }) => {
      await createInvitedUser(trx, { ...body, passwordHash, address: addressOf(request), publicUrl })
      return { message: 'Your account is ready. Please sign in.' }
    },
  })

  serve(accounts.readInvitation, ({ trx, body }) => requireInvitation(trx, body.token))

  serve(accounts.confirmInvitation, async ({ trx, body, request }) => ({
    organization: await confirmInvitation(trx, body.token, { address: addressOf(request), publicUrl }),
    message: 'The invitation was confirmed. Please, try to log in now.',
  }))

  serve(accounts.updateProfile, {
    prepare: async ({ db, actor, body }) => {
      if (await movesMail(db, actor.userId, body))
        await checkOwnPassword(db, actor.userId, { ...actor, password: body.current_password }, config)
    },
    handle: async ({ trx, actor, body }) => {
      const { verifies } = await updateProfile(trx, actor, body, homeOf(config))
      return { user: presentMe((await readUser(trx, actor.userId))!), message: verifies ? savedAndSent : saved }
    },
  })

  serve(accounts.customPermissions, async () => ({
    custom_permissions: (['staff', 'practice'] as const).flatMap((audience) =>
      customPermissions[audience].map((permission) => {
        const [label, description] = permissions[permission]
        return { permission, label, description, audience }
      }),
    ),
  }))
}

type Entered = NonNullable<Awaited<ReturnType<typeof enterByLink>>['entered']>

function setEntryCookies(reply: FastifyReply, { session, browser }: Entered, options: { secure: boolean }): void {
  setSessionCookie(reply, session.token, options)
  setBrowserCookie(reply, browser, options)
}

const presentEntry = ({ user, session: { token, expiresAt } }: Entered) => ({
  token,
  user: presentMe(user),
  expires_at: expiresAt.toISOString(),
  message: verified,
})

/** Shows that the caller is the person who signed up: the cookie that the browser got then, or the password. */
const proofOf = (password: string | undefined, request: FastifyRequest) => ({
  browser: request.cookies[signUpCookie],
  password,
  address: addressOf(request),
})

/** Where a mail is asked for, and the cookie of a browser in which someone signed in before. */
const askedFrom = (request: FastifyRequest) => ({
  address: addressOf(request),
  browser: request.cookies[browserCookie],
})

/** Where a call comes from, and the session that its browser had until now. */
const clientOf = (request: FastifyRequest) => ({
  address: addressOf(request),
  userAgent: request.headers['user-agent'] ?? '',
  before: request.cookies[sessionCookie],
  known: request.cookies[browserCookie],
})
