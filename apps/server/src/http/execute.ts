import type { Parsed, Route } from '@archwire/contract/core/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyOf, BuiltJson } from '../db/built-json.ts'
import type { Trx } from '../db/client.ts'
import { rightsOf, type Actor } from '../kernel/actor.ts'
import { ApiError, Conflict, Invalid, KeptConflict, NotFound, Unauthenticated } from '../kernel/errors.ts'
import { countRefusal, recordOf } from './access-log.ts'
import { placeOf } from './admit.ts'
import { fieldsOf } from './errors.ts'
import { refuseFields } from './field-rights.ts'
import { sendFile, type FileAnswer } from './file-answers.ts'
import { performEffect, type EffectSteps } from './effect-call.ts'
import {
  attemptOf,
  callKeyOf,
  keptKey,
  onceInPublic,
  withIdempotencyKey,
  withPublicIdempotencyKey,
} from './idempotency.ts'
import { leadToPage } from './redirects.ts'
import type { Context, Handler, Serving, Steps } from './serving.ts'
import { refuseTooMuch } from './too-much.ts'

/** One call: what was sent, and what its steps note on the way. */
interface Call<R extends Route> {
  serving: Serving
  route: R
  request: FastifyRequest
  reply: FastifyReply
  /** Undefined on a public route that is called without a session. */
  actor: Actor | undefined
  attempt: ReturnType<typeof attemptOf>
  context: Parsed<R> & Context
  /** Ids for the access log. */
  shown: number[]
  /** What runs after the commit. */
  committed: (() => void)[]
}

// oxlint-disable-next-line typescript/no-explicit-any -- each effect knows its own kinds
type AnySteps<R extends Route> = EffectSteps<R, any, any, any, any>
/** How a route is served. */
export type Served<R extends Route> = Steps<R, unknown> | AnySteps<R>

/** Executes an admitted call, step by step, and sends its answer. */
export async function execute<R extends Route>(
  serving: Serving,
  route: R,
  steps: Served<R>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const call = open(serving, route, request, reply)
  const result = await logDenial(call, async () => {
    const done =
      'intend' in steps
        ? await performWithEffect(call, steps)
        : await onceInPublic(serving.db, call.actor ? undefined : call.attempt, () => perform(call, steps))
    for (const act of call.committed) act()
    if (done instanceof KeptConflict) throw done.conflict
    return done
  })
  if (reply.sent) return
  logRead(call)
  if (route.redirects) return leadToPage(result, reply)
  if (route.file) return sendFile(result as FileAnswer, reply)
  await reply.type('application/json').send(bodyOf(result))
}

/**
 * What a call does: `prepare`, then `handle`, for a write in one transaction. A write waits for its turn first, and its
 * rights are checked again after the wait. An idempotency key is noted in the transaction, so that both are committed
 * or neither.
 */
async function perform<R extends Route>(call: Call<R>, { prepare, handle }: Steps<R, unknown>): Promise<unknown> {
  const prepared = await prepare(call.context)
  if (!isTransactional(call.route)) return answerOf(call, handle, { prepared })
  return inTurn(call, (trx) => onceByKey(call, trx, () => answerOf(call, handle, { prepared, trx })))
}

/** Runs a transaction in the caller's turn, whose rights are checked again after the wait. */
async function inTurn<R extends Route, T>(call: Call<R>, act: (trx: Trx) => Promise<T>): Promise<T> {
  const { serving, route, request, actor } = call
  const done = await serving.writes.take(actor ? placeOf(actor) : request.ip)
  try {
    await stillMay(serving, route, request)
    return await serving.db.transaction().execute(act)
  } finally {
    done()
  }
}

/** A call that another company's server is part of: it has no transaction of its own (docs/decisions/081). */
async function performWithEffect<R extends Route>(call: Call<R>, steps: AnySteps<R>): Promise<unknown> {
  const { serving, route, attempt, context } = call
  const answer = await performEffect({
    db: serving.db,
    actor: context.actor,
    route: `${route.method} ${route.path}`,
    request: attempt ? { key: keptKey(context.actor.userId, attempt.key), hash: attempt.hash } : null,
    steps,
    inTransaction: (act) => inTurn(call, act),
    input: context,
  })
  if (serving.checkAnswers) assertAnswer(route, answer)
  return answer
}

const isTransactional = (route: Route): boolean => route.method !== 'GET' && route.transaction !== 'none'

/**
 * Parses a call. @throws Forbidden for a field that its sender may not set, NotFound for an impossible id, Invalid for
 * another wrong shape or a malformed idempotency key
 */
function open<R extends Route>(serving: Serving, route: R, request: FastifyRequest, reply: FastifyReply): Call<R> {
  refuseFields(serving, route, request)
  const input = parse(route, request)
  const actor = request.actor
  const attempt = attemptOf(route, request)
  const [shown, committed]: [number[], (() => void)[]] = [[], []]
  const context = {
    ...input,
    db: serving.db,
    actor: actor as Actor,
    request,
    reply,
    logRead: (...ids: number[]) => void shown.push(...ids),
    callKey: attempt && !actor ? callKeyOf(attempt) : null,
    afterCommit: (act: () => void) => void committed.push(act),
  }
  return { serving, route, request, reply, actor, attempt, context, shown, committed }
}

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

/** Runs an effect once for each idempotency key; a call without a key always runs. */
function onceByKey<R extends Route, T>({ actor, attempt }: Call<R>, trx: Trx, effect: () => Promise<T>): Promise<T> {
  if (!attempt) return effect()
  return actor ? withIdempotencyKey(trx, actor, attempt, effect) : withPublicIdempotencyKey(trx, attempt, effect)
}

async function answerOf<R extends Route>(
  { serving, route, reply, context }: Call<R>,
  handle: Handler<R, unknown>,
  within: { prepared: unknown; trx?: Trx },
): Promise<unknown> {
  const result = await handle({ ...context, ...within } as Parameters<Handler<R, unknown>>[0])
  if (serving.checkAnswers && !reply.sent && !(result instanceof KeptConflict)) assertAnswer(route, result)
  return result
}

function assertAnswer(route: Route, result: unknown): void {
  const built = Object.values(result as object).some((value) => value instanceof BuiltJson)
  const checked = z.safeParse(route.returns, built ? JSON.parse(bodyOf(result)) : result)
  if (!checked.success)
    throw new TypeError(`${route.method} ${route.path} answers against its contract: ${z.prettifyError(checked.error)}`)
}

/** Logs a call that is refused because a record is missing, out of scope or not allowed (`safety/audit`). */
async function logDenial<R extends Route, T>({ serving, route, request, actor }: Call<R>, act: () => Promise<T>) {
  try {
    return await act()
  } catch (error) {
    countRefusal(serving, route, request, error)
    if (error instanceof ApiError && (error.status === 403 || error.status === 404) && actor)
      serving.accessLog.denied(actor, `${route.method} ${route.path}`, recordOf(route, request))
    throw error
  }
}

function logRead<R extends Route>({ serving, route, actor, shown }: Call<R>): void {
  if (actor && route.method === 'GET') serving.accessLog.read(actor, `${route.method} ${route.path}`, shown)
}
