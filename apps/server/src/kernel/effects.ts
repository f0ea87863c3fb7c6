import { sql } from 'kysely'
import type { Db, Trx } from '../db/client.ts'
import { labScope, rows, scoped, inScope } from '../db/scope.ts'
import { now } from './clock.ts'
import { NotFound } from './errors.ts'

/*
 * Calls of other companies' servers (docs/decisions/081): what is intended is committed before the call, its result after
 * it, and a call whose end is unknown is continued from its row.
 */

/** What a settled effect leaves: what its answer is made of, or a refusal in words for the person. */
export type Settled<V> = { done: V } | { refused: string; code?: number }

/** Who asked for an effect, and of which practice it is. */
export interface Asked {
  effectId: number
  organizationId: number
  userId: number
}

/** A call of the other server. */
export interface EffectCall {
  key: string
  /** It may have been called before, and that call may still be on its way. */
  isRepeated: boolean
  /** Milliseconds since the effect was intended. */
  age: number
}

/** An effect: what is done elsewhere, and what is written here afterwards. `I`, `O` and `V` are kept as JSON. */
export interface Effect<I, O, V> {
  /** Stored with each intent; a practice has at most one unsettled effect of a name. */
  name: string
  /** The message for a request that comes while another one is at it. */
  busy: string
  /**
   * Calls the other server, outside of any transaction. The same key must be the same act there, however often it is
   * called. @throws OutcomeUnknown to be called again later
   */
  act(intent: I, call: EffectCall): Promise<O>
  /** Writes what came of it, in one transaction; runs once. */
  settle(trx: Trx, asked: Asked, intent: I, outcome: O): Promise<Settled<V>>
  /** Writes what a person has to look at while the outcome stays unknown. Runs with each try, so it writes once. */
  report?(trx: Trx, asked: Asked, intent: I, error: OutcomeUnknown): Promise<void>
}
// oxlint-disable-next-line typescript/no-explicit-any -- effects of different kinds in one list
export type AnyEffect = Effect<any, any, any>

/** The other server did not answer, or not with a result. */
export class OutcomeUnknown extends Error {}

/** A stored effect. */
export interface EffectRow {
  id: number
  organization_id: number
  name: string
  user_id: number
  route: string
  body_hash: string | null
  act_key: string
  intent: unknown
  attempts: number
  created_at: Date
  is_leased: boolean
  result: Settled<unknown> | null
}

/** Seconds for which one process has an effect to itself: longer than any call of a provider. */
const leaseSeconds = 90
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

const columns = sql`e.id, e.organization_id, e.name, e.user_id, e.route, e.body_hash, e.act_key, e.intent, e.attempts,
  e.created_at, e.leased_until > clock_timestamp() as is_leased, e.result`

interface NewEffect {
  name: string
  organizationId: number
  userId: number
  /** How the request is recognized when it is repeated; null for one without a key. */
  request: { key: string; hash: string } | null
  route: string
  intent: unknown
}

/**
 * Stores an intent; this process has it to itself from now on. Undefined: the practice has an unsettled effect of this
 * name, or the request was stored meanwhile.
 */
export async function storeIntent(trx: Trx, effect: NewEffect): Promise<EffectRow | undefined> {
  const { rows: stored } = await sql<EffectRow>`
    insert into effects as e (organization_id, name, user_id, request_key, route, body_hash, intent, attempts, leased_until, created_at)
    values (${effect.organizationId}, ${effect.name}, ${effect.userId}, ${effect.request?.key ?? null}, ${effect.route},
      ${effect.request?.hash ?? null}, ${JSON.stringify(effect.intent)}::jsonb, 1, ${leaseEnd}, ${now()})
    on conflict do nothing returning ${columns}`.execute(trx)
  return stored[0]
}

/** After so many refusals of the other server within this time, a practice waits. */
const refusals = { most: 5, withinMs: 15 * 60_000 }

/**
 * Seconds until a practice may begin an effect of this name again: nobody sorts out stolen cards or guesses ids here, and
 * the other server does not come to refuse the calls of all practices. 0: it may now.
 */
export async function secondsToWait(trx: Trx, organizationId: number, name: string): Promise<number> {
  const { rows: found } = await sql<{ settled_at: Date }>`
    select e.settled_at from ${rows(labScope, 'effects', 'e')}
    where e.organization_id = ${organizationId} and e.name = ${name} and e.result -> 'refused' is not null
    order by e.settled_at desc offset ${refusals.most - 1} limit 1`.execute(trx)
  const passed = found[0] ? now().getTime() - found[0].settled_at.getTime() : Infinity
  return Math.max(0, Math.ceil((refusals.withinMs - passed) / 1000))
}

/** The effect that a person's request has begun, by its key. */
export async function effectOfRequest(db: Db, userId: number, key: string): Promise<EffectRow | undefined> {
  const { rows: found } = await sql<EffectRow>`
    select ${columns} from ${rows(labScope, 'effects', 'e')} where e.user_id = ${userId} and e.request_key = ${key}`.execute(
    db,
  )
  return found[0]
}

/** The unsettled effect of a practice. */
export async function openEffect(db: Db, organizationId: number, name: string): Promise<EffectRow | undefined> {
  const { rows: found } = await sql<EffectRow>`
    select ${columns} from ${rows(labScope, 'effects', 'e')}
    where e.organization_id = ${organizationId} and e.name = ${name} and e.settled_at is null`.execute(db)
  return found[0]
}

/** Unsettled effects that no process is at. Those that were tried last come last: failing ones do not keep others waiting. */
export async function abandonedEffects(db: Db, names: string[]): Promise<EffectRow[]> {
  const { rows: found } = await sql<EffectRow>`
    select ${columns} from ${rows(labScope, 'effects', 'e')}
    where e.settled_at is null and e.leased_until <= clock_timestamp() and e.name = any(${names}::text[])
    order by e.leased_until, e.id limit 100`.execute(db)
  return found
}

/** Takes an abandoned effect; undefined when another process was faster. */
export async function takeOver(db: Db, { id, organization_id }: EffectRow): Promise<EffectRow | undefined> {
  const { rows: taken } = await sql<EffectRow>`
    update effects e set attempts = e.attempts + 1, leased_until = ${leaseEnd}
    where e.organization_id = ${organization_id} and e.id = ${id} and e.settled_at is null
      and e.leased_until <= clock_timestamp() and ${inScope(labScope, 'effects', 'e')}
    returning ${columns}`.execute(db)
  return taken[0]
}

/** Lets another process continue at once. */
const release = async (db: Db, { id, attempts }: EffectRow): Promise<void> =>
  void (await scoped(db, labScope)
    .update('effects')
    .set({ leased_until: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('settled_at', 'is', null)
    .execute())

/**
 * Does what a taken effect intends, and settles it. A failure releases it, to be continued by the next request or the
 * worker. @throws OutcomeUnknown
 */
export async function carryOut<I, O, V>(db: Db, effect: Effect<I, O, V>, row: EffectRow): Promise<Settled<V>> {
  try {
    const age = now().getTime() - row.created_at.getTime()
    const outcome = await effect.act(row.intent as I, { key: row.act_key, isRepeated: row.attempts > 1, age })
    return await db.transaction().execute((trx) => settle(trx, effect, row, outcome))
  } catch (error) {
    if (error instanceof OutcomeUnknown)
      // One that fails is written by the next try.
      await db
        .transaction()
        .execute(async (trx) => effect.report?.(trx, askedOf(row), row.intent as I, error))
        .catch(() => undefined)
    await release(db, row).catch(() => undefined)
    throw error
  }
}

const askedOf = ({ id, organization_id, user_id }: EffectRow): Asked => ({
  effectId: id,
  organizationId: organization_id,
  userId: user_id,
})

async function settle<I, O, V>(trx: Trx, effect: Effect<I, O, V>, row: EffectRow, outcome: O): Promise<Settled<V>> {
  // The other server has done it: a lock that others hold is waited for.
  await sql`set local lock_timeout = '15s'`.execute(trx)
  const { rows: locked } = await sql<{ result: Settled<V> | null }>`
    select e.result from effects e where e.organization_id = ${row.organization_id} and e.id = ${row.id}
      and ${inScope(labScope, 'effects', 'e')} for update`.execute(trx)
  // A practice that was deleted meanwhile; one with a payment in progress is not.
  if (!locked[0]) throw new NotFound('This organization')
  if (locked[0].result) return locked[0].result
  const result = await effect.settle(trx, askedOf(row), row.intent as I, outcome)
  await scoped(trx, labScope)
    .update('effects')
    .set({ outcome: JSON.stringify(outcome ?? null), result: JSON.stringify(result), settled_at: now() })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute()
  return result
}

/** Continues every abandoned effect, each by itself. Reports failures to `failed` and goes on with the next. */
export async function finishEffects(
  db: Db,
  effects: readonly AnyEffect[],
  failed: (row: EffectRow, error: unknown) => void,
): Promise<void> {
  const byName = new Map(effects.map((effect) => [effect.name, effect]))
  for (const row of await abandonedEffects(db, [...byName.keys()])) {
    const taken = await takeOver(db, row)
    if (taken) await carryOut(db, byName.get(row.name)!, taken).catch((error: unknown) => failed(row, error))
  }
}
