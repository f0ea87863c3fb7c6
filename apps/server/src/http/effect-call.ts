import type { Output, Parsed, Route } from '@archwire/contract/core/route.ts'
import type { Db, Trx } from '../db/client.ts'
import {
  carryOut,
  effectOfRequest,
  Occupied,
  openEffect,
  OutcomeUnknown,
  secondsToWait,
  storeIntent,
  takeOver,
  type AnyEffect,
  type Effect,
  type EffectRow,
} from '../kernel/effects.ts'
import { ApiError, Conflict, Invalid, TooMany } from '../kernel/errors.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Answer } from '../db/built-json.ts'
import type { Context } from './serving.ts'

/** How a route is served that calls another company's server (docs/decisions/081). */
export interface EffectSteps<R extends Route, I, O, V, P = undefined> extends Effect<I, O, V> {
  /**
   * Work that a transaction must not wait for or roll back (a password, counted attempts); its result is passed to
   * `intend`. A repeated request is not asked again.
   */
  prepare?(input: Parsed<R> & Context): Promise<P>
  /** Checks rights and state, and says what is to be done; in a transaction that ends before anything is called. */
  intend(input: Parsed<R> & Context & { trx: Trx; prepared: P }): Promise<{ organizationId: number; intent: I }>
  /** Reads the answer, right after the effect was settled or whenever the request is repeated. */
  answer(input: Parsed<R> & Context, done: V): Promise<Answer<Output<R>>>
}

interface Request<R extends Route, I, O, V, P> {
  db: Db
  actor: Actor
  route: string
  /** How it is recognized when it is repeated. */
  request: { key: string; hash: string } | null
  steps: EffectSteps<R, I, O, V, P>
  /** Runs in a transaction, in the caller's turn. */
  inTransaction<T>(act: (trx: Trx) => Promise<T>): Promise<T>
  input: Parsed<R> & Context
}

/**
 * Performs an effect once for each request, and one of a practice at a time.
 * @throws Conflict while another request is at it, or with the other server's refusal; TooMany after several refusals;
 *   ApiError 503 when it did not answer
 */
export async function performEffect<R extends Route, I, O, V, P>(call: Request<R, I, O, V, P>): Promise<unknown> {
  const { db, steps } = call
  const row = await begin(call)
  const result = row.result ?? (await unlessUnknown(steps, () => carryOut(db, steps, row)))
  if ('refused' in result) throw new Conflict(result.refused, result.code)
  return steps.answer(call.input, result.done as V)
}

/** The effect of this request, which this process has to itself unless it is settled. */
async function begin<R extends Route, I, O, V, P>(call: Request<R, I, O, V, P>): Promise<EffectRow> {
  const { db, steps } = call
  const own = await ownEffect(call, db)
  if (own) return continued(call, own)
  const prepared = (await steps.prepare?.(call.input)) as P
  for (let tries = 0; tries < 3; tries += 1) {
    const begun = await call
      .inTransaction(async (trx) => {
        const { organizationId, intent } = await steps.intend({ ...call.input, trx, prepared })
        const seconds = await secondsToWait(trx, organizationId, steps.name)
        if (seconds > 0) throw new TooMany(seconds)
        const { actor, route, request } = call
        const stored = await storeIntent(trx, {
          name: steps.name,
          organizationId,
          cause: { userId: actor.userId, route, request },
          intent,
        })
        // Nothing that was checked or used up counts, then.
        if (!stored) throw new Occupied(organizationId)
        return stored
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof Occupied || error instanceof ApiError)) throw error
        // The same request may have been stored in the meantime: what counts once was used up by it, not by another.
        const twin = await ownEffect(call, db)
        if (twin) return continued(call, twin)
        if (!(error instanceof Occupied)) throw error
        const other = await openEffect(db, error.organizationId, steps.name)
        if (other) await unlessUnknown(steps, async () => carryOut(db, steps, await taken(call, other)))
        return undefined
      })
    if (begun) return begun
  }
  throw new Conflict(steps.busy)
}

async function ownEffect<R extends Route, I, O, V, P>({ actor, request, route }: Request<R, I, O, V, P>, db: Db) {
  const own = request && (await effectOfRequest(db, actor.userId, request.key))
  if (own && (own.route !== route || own.body_hash !== request.hash))
    throw new Invalid('This Idempotency-Key was already used for a different request.')
  return own ?? undefined
}

const continued = async <R extends Route, I, O, V, P>(
  call: Request<R, I, O, V, P>,
  row: EffectRow,
): Promise<EffectRow> => (row.result ? row : taken(call, row))

async function taken<R extends Route, I, O, V, P>(
  { db, steps }: Request<R, I, O, V, P>,
  row: EffectRow,
): Promise<EffectRow> {
  const own = row.is_leased ? undefined : await takeOver(db, row)
  if (!own) throw new Conflict(steps.busy)
  return own
}

/** The outcome is unknown: the answer says so, and the worker continues it. */
async function unlessUnknown<T>({ unanswered }: Pick<AnyEffect, 'unanswered'>, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    throw new ApiError(503, unanswered, 503, { 'retry-after': '30' })
  }
}
