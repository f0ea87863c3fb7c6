import type { Parsed, Output, Route } from '@archwire/contract/core/route.ts'
import { personHeader } from '@archwire/contract/core/person-header.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyOf, BuiltJson, type Answer } from '../db/built-json.ts'
import type { Db, Trx } from '../db/client.ts'
import { statementLog, type StatementLog } from '../db/client.ts'
import { holdsSomewhere, rightsOf, type Actor } from '../kernel/actor.ts'
import {
  ApiError,
  Conflict,
  Forbidden,
  Invalid,
  KeptConflict,
  NotFound,
  TooMany,
  Unauthenticated,
} from '../kernel/errors.ts'
import { networkOf } from '../kernel/network.ts'
import { recordOf, type AccessLog } from './access-log.ts'
import { addressOf, sessionCookie, tokenOf } from './session-cookie.ts'
import { fieldsOf } from './errors.ts'
import { attemptOf, onceInPublic, withIdempotencyKey, withPublicIdempotencyKey, callKeyOf } from './idempotency.ts'
import { openPace } from './pace.ts'
import { leadToPage, leadToSignIn, sayOnPage } from './redirects.ts'
import type { RateLimits } from './rate-limits.ts'
import { refuseTooMuch } from './too-much.ts'
import type { Turns } from './turns.ts'

export const apiBase = '/api/v1'

/** What a handler gets besides its input. `actor` is set on every route that is not public. */
export interface Context {
  db: Db
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
  /** Ids of records that the response shows, for the access log. */
  logRead: (...ids: number[]) => void
  /** What a repeated call without a session shares with the first one; null where no key was sent. */
  callKey: string | null
  /** Runs this after the commit: a rolled-back call sends no cookie. */
  afterCommit: (act: () => void) => void
}
/** A write runs in one transaction unless its route works outside of it; a read has none. */
type Within<R extends Route> = R extends { method: 'GET' } | { transaction: 'none' } ? object : { trx: Trx }
export type Handler<R extends Route, P = undefined> = (
  input: Parsed<R> & Context & Within<R> & { prepared: P },
) => Promise<Answer<Output<R>> | KeptConflict>

/**
 * Work that a transaction must not wait for (uploaded bytes, hashes) or roll back (counted attempts); its result is
 * passed to the handler.
 */
export type Prepare<R extends Route, P> = (input: Parsed<R> & Context) => Promise<P>

interface Steps<R extends Route, P> {
  prepare: Prepare<R, P>
  handle: Handler<R, P>
}

/** How modules put a contract route on the server: by its handler, or by what comes before the transaction and in it. */
export interface Serve {
  <const R extends Route>(route: R, handler: Handler<R>): void
  <const R extends Route, P>(route: R, steps: Steps<R, P>): void
}

export interface Serving {
  fastify: FastifyInstance
  db: Db
  authenticate: (request: FastifyRequest, route: Route) => Promise<Actor | undefined>
  accessLog: AccessLog
  rateLimits: RateLimits
  /** Turns at a connection for a write, by organization or person; reads always find some free. */
  writes: Turns
  /** Development and tests parse every response with its contract schema; production trusts `present`. */
  checkAnswers: boolean
  served: Set<Route>
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    statements: StatementLog | undefined
    admittedAt: number
  }
}

/**
 * Registers contract routes on Fastify. Refuses in one fixed order (`calls/refusals`): 401 no session, 403 role, 422 shape, 404 out of
 * scope, 403 row policy, 409 state; the first two before the body is read.
 */
export function server(serving: Serving): Serve {
  // Refusals report their cost, too: a response to an unknown person must cost the same as one to a known person.
  if (serving.checkAnswers)
    serving.fastify.addHook('onSend', async (request, reply) => {
      if (request.statements) reply.header('server-timing', `db;desc="${request.statements.count}"`)
    })
  return function serve<const R extends Route, P>(route: R, how: Handler<R> | Steps<R, P>): void {
    const steps = (typeof how === 'function' ? { prepare: nothing, handle: how } : how) as Steps<R, unknown>
    serving.served.add(route)
    serving.fastify.route({
      method: route.method,
      url: apiBase + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: route.bodyLimit ?? 64 * 1024,
      // A HEAD would act like the GET: count a view, open a stream.
      exposeHeadRoute: false,
      onRequest: (request, reply) => admit(serving, route, request, reply).catch(refuse),
      handler: (request, reply) =>
        statementLog.run(request.statements ?? { count: 0, texts: undefined }, () =>
          answer(serving, route, steps, request, reply).catch(sayOnPage(route, request, reply)),
        ),
    })
  }
}

const nothing = () => Promise.resolve(undefined)

/** Concurrent calls per caller: a page sends a dozen, a program some more. Event streams count separately. */
const mostAtOnce = { session: 30, person: { reads: 30, writes: 10 }, organization: { reads: 90, writes: 30 } }

async function admit(serving: Serving, route: Route, request: FastifyRequest, reply: FastifyReply) {
  request.statements = { count: 0, texts: undefined }
  // Registered before anything is awaited: a client that hangs up meanwhile gives its share back, too.
  const hold = untilOver(request, reply)
  const begin = (key: string, max: number) => hold(serving.rateLimits.begin(key, max))
  // Before any query: a burst must not reach the database at all. A malformed token gets no counter of its own.
  const token = tokenOf(request)
  if (token && /^[\w-]{43}$/.test(token) && !route.stream) begin(`session ${token}`, mostAtOnce.session)
  if (route.rate?.per === 'address')
    serving.rateLimits.take(`${route.path} ${networkOf(addressOf(request))}`, route.rate.max)
  if (route.needs === 'public') return undefined
  const actor = await statementLog.run(request.statements, () => serving.authenticate(request, route))
  if (!actor) {
    // The session is over: files that the browser cached go with it.
    if (request.cookies[sessionCookie]) void reply.header('clear-site-data', '"cache"')
    if (route.redirects) return leadToSignIn(request, reply)
    throw new Unauthenticated()
  }
  request.actor = actor
  void reply.header(personHeader, actor.userId)
  request.admittedAt = performance.now()
  if (route.rate?.per === 'user') serving.rateLimits.take(`${route.path} ${actor.userId}`, route.rate.max)
  if (!route.stream) {
    const kind = route.method === 'GET' ? 'reads' : 'writes'
    begin(`${kind} of ${actor.userId}`, mostAtOnce.person[kind])
    begin(`${kind} in ${placeOf(actor)}`, mostAtOnce.organization[kind])
  }
  if (route.needs === 'session') return undefined
  const needs = (typeof route.needs === 'string' ? [route.needs] : route.needs) as readonly Permission[]
  if (holdsSomewhere(actor, needs)) return undefined
  serving.accessLog.denied(actor, `${route.method} ${route.path}`, recordOf(route, request))
  throw new Forbidden()
}

/** Refusals for too many calls are paced, so that a burst of them blocks no one. */
const refusalsPace = openPace(4)
async function refuse(error: unknown): Promise<never> {
  if (error instanceof TooMany) await refusalsPace()
  throw error
}

/**
 * Gives back what a call took once its response is sent or its caller has hung up, even if that was before it was
 * taken.
 */
function untilOver(request: FastifyRequest, reply: FastifyReply): (giveBack: () => void) => void {
  const held: (() => void)[] = []
  let over = request.raw.socket?.destroyed ?? false
  const end = () => {
    over = true
    for (const giveBack of held.splice(0)) giveBack()
  }
  reply.raw.once('close', end).once('finish', end)
  return (giveBack) => (over ? giveBack() : void held.push(giveBack))
}

/** Who shares turns and limits: a practice's people do; each of the lab's people has their own. */
const placeOf = (actor: Actor): string =>
  actor.memberships[0] && !actor.isManagement ? `o${actor.memberships[0].organizationId}` : `u${actor.userId}`

function parse<R extends Route>(route: R, request: FastifyRequest): Parsed<R> {
  const params = route.params && z.safeParse(route.params, request.params)
  if (params && !params.success) throw new NotFound()
  const fields = Object.create(null) as Record<string, string[]>
  const check = (schema: Route['body'], value: unknown) => {
    if (!schema) return undefined
    refuseTooMuch(value)
    const result = z.safeParse(schema, value)
    if (!result.success) Object.assign(fields, fieldsOf(result.error))
    return result.data
  }
  const query = check(route.query ?? NoQuery, request.query)
  const body = check(route.body, request.body ?? {})
  if (Object.keys(fields).length > 0) throw new Invalid(fields)
  return { params: params?.data, query, body } as Parsed<R>
}
const NoQuery = z.strictObject({})

async function answer<R extends Route>(
  serving: Serving,
  route: R,
  { prepare, handle }: Steps<R, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const input = parse(route, request)
  const actor = request.actor as Actor
  const shown: number[] = []
  const committed: (() => void)[] = []
  const attempt = attemptOf(route, request)
  const context = {
    ...input,
    db: serving.db,
    actor,
    request,
    reply,
    logRead: (...ids: number[]) => void shown.push(...ids),
    callKey: attempt && !actor ? callKeyOf(attempt) : null,
    afterCommit: (act: () => void) => void committed.push(act),
  }
  const run = async (prepared: unknown, within: { trx?: Trx } = {}) => {
    const result = await handle({ ...context, ...within, prepared } as Parameters<Handler<R, unknown>>[0])
    if (serving.checkAnswers && !reply.sent && !(result instanceof KeptConflict)) assertAnswer(route, result)
    return result
  }
  let result: unknown
  try {
    result = await onceInPublic(serving.db, actor ? undefined : attempt, async () => {
      const prepared = await prepare(context)
      if (route.method === 'GET' || route.transaction === 'none') return run(prepared)
      const done = await serving.writes.take(actor ? placeOf(actor) : request.ip)
      try {
        await stillMay(serving, route, request)
        return await serving.db.transaction().execute((trx) => {
          const effect = () => run(prepared, { trx })
          if (!attempt) return effect()
          return actor
            ? withIdempotencyKey(trx, actor, attempt, effect)
            : withPublicIdempotencyKey(trx, attempt, effect)
        })
      } finally {
        done()
      }
    })
    for (const act of committed) act()
    if (result instanceof KeptConflict) throw result.conflict
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404) && actor)
      serving.accessLog.denied(actor, `${route.method} ${route.path}`, recordOf(route, request))
    throw error
  }
  if (reply.sent) return
  if (actor && route.method === 'GET') serving.accessLog.read(actor, `${route.method} ${route.path}`, shown)
  if (route.redirects) return leadToPage(result, reply)
  await reply.type('application/json').send(bodyOf(result))
}

/**
 * Milliseconds after which a write checks again whether its person may: a body may arrive slowly, a turn may take time.
 */
const rightsLastMs = 2_000

/** Rights that were revoked while the call was in progress no longer count (`people/at-once`). */
async function stillMay(serving: Serving, route: Route, request: FastifyRequest): Promise<void> {
  if (!request.actor || performance.now() - request.admittedAt < rightsLastMs) return
  const actor = await serving.authenticate(request, route)
  if (!actor) throw new Unauthenticated()
  if (rightsOf(actor) !== rightsOf(request.actor))
    throw new Conflict('Your permissions have changed. Reload the page and try again.')
}

function assertAnswer(route: Route, result: unknown): void {
  const built = Object.values(result as object).some((value) => value instanceof BuiltJson)
  const checked = z.safeParse(route.returns, built ? JSON.parse(bodyOf(result)) : result)
  if (!checked.success)
    throw new TypeError(`${route.method} ${route.path} answers against its contract: ${z.prettifyError(checked.error)}`)
}
