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
  /** Null: a job started it. */
  userId: number | null
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
  /** The message for a request to which the other server did not answer. */
  unanswered: string
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

/** Thrown by an intent that sees an effect of its name behind its lock: that one is continued if its process no longer exists. */
export class Occupied extends Error {
  readonly organizationId: number
  constructor(organizationId: number) {
    super('occupied')
    this.organizationId = organizationId
  }
}

/** A stored effect. */
export interface EffectRow {
  id: number
  organization_id: number
  name: string
  user_id: number | null
  route: string | null
  body_hash: string | null
  act_key: string
  intent: unknown
  attempts: number
  created_at: Date
  is_leased: boolean
  result: Settled<unknown> | null
}

/**
 * Seconds for which one process has an effect to itself. It renews them while it is at it, so that the effect of a killed
 * process is continued soon, however long a provider takes.
 */
const leaseSeconds = 20
const renewMs = 6_000
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

const columns = sql`e.id, e.organization_id, e.name, e.user_id, e.route, e.body_hash, e.act_key, e.intent, e.attempts,
  e.created_at, e.leased_until > clock_timestamp() as is_leased, e.result`

/** What starts an effect: a person's call, or a job. */
export type Cause =
  | {
      userId: number
      route: string
      /** How the request is recognized when it is repeated; null for one without a key. */
      request: { key: string; hash: string } | null
    }
  | { job: string }

interface NewEffect {
  name: string
  organizationId: number
  cause: Cause
  intent: unknown
}

const byNoOne = { userId: null, route: null, request: null }

/**
 * Stores an intent; this process has it to itself from now on. Undefined: the practice has an unsettled effect of this
 * name, or the request was stored in the meantime.
 */
export async function storeIntent(trx: Trx, { cause, ...effect }: NewEffect): Promise<EffectRow | undefined> {
  const { userId, route, request, job } = 'job' in cause ? { ...byNoOne, ...cause } : { ...cause, job: null }
  const { rows: stored } = await sql<EffectRow>`
    insert into effects as e (organization_id, name, user_id, request_key, route, job, body_hash, intent, attempts, leased_until, created_at)
    values (${effect.organizationId}, ${effect.name}, ${userId}, ${request?.key ?? null}, ${route}, ${job},
      ${request?.hash ?? null}, ${JSON.stringify(effect.intent)}::jsonb, 1, ${leaseEnd}, ${now()})
    on conflict do nothing returning ${columns}`.execute(trx)
  return stored[0]
}

/** After so many refusals of the other server within this time, a practice waits. */
const refusals = { most: 5, withinMs: 15 * 60_000 }

/**
 * Seconds until a practice may start an effect of this name again. The wait stops card testing, and keeps the provider
 * from blocking us. What a job tried does not count. 0: it may now.
 */
export async function secondsToWait(trx: Trx, organizationId: number, name: string): Promise<number> {
  const { rows: found } = await sql<{ settled_at: Date }>`
    select e.settled_at from ${rows(labScope, 'effects', 'e')}
    where e.organization_id = ${organizationId} and e.name = ${name} and e.job is null
      and e.result -> 'refused' is not null
    order by e.settled_at desc offset ${refusals.most - 1} limit 1`.execute(trx)
  const passed = found[0] ? now().getTime() - found[0].settled_at.getTime() : Infinity
  return Math.max(0, Math.ceil((refusals.withinMs - passed) / 1000))
}

/** The effect that a person's request has started, by its key. */
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

/**
 * Unsettled effects that no process is at. Those that were tried last come last: failing ones do not keep others waiting.
 * `killed`: only those whose process ended in the middle; the others wait for an answer of the other server.
 */
export async function abandonedEffects(db: Db, names: string[], which: 'all' | 'killed'): Promise<EffectRow[]> {
  const { rows: found } = await sql<EffectRow>`
    select ${columns} from ${rows(labScope, 'effects', 'e')}
    where e.settled_at is null and e.leased_until <= clock_timestamp() and e.name = any(${names}::text[])
      and (${which} = 'all' or e.released_at is null)
    order by e.leased_until, e.id limit 100`.execute(db)
  return found
}

/** Takes an abandoned effect; undefined when another process was faster. */
export async function takeOver(db: Db, { id, organization_id }: EffectRow): Promise<EffectRow | undefined> {
  const { rows: taken } = await sql<EffectRow>`
    update effects e set attempts = e.attempts + 1, leased_until = ${leaseEnd}, released_at = null
    where e.organization_id = ${organization_id} and e.id = ${id} and e.settled_at is null
      and e.leased_until <= clock_timestamp() and ${inScope(labScope, 'effects', 'e')}
    returning ${columns}`.execute(db)
  return taken[0]
}

/** The process is still at it. Another one that took the effect in the meantime keeps it. */
const renew = async (db: Db, { id, attempts }: EffectRow): Promise<void> =>
  void (await scoped(db, labScope)
    .update('effects')
    .set({ leased_until: leaseEnd })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('settled_at', 'is', null)
    .execute())

/** Lets another process continue at once. */
const release = async (db: Db, { id, attempts }: EffectRow): Promise<void> =>
  void (await scoped(db, labScope)
    .update('effects')
    .set({ leased_until: sql`clock_timestamp()`, released_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('settled_at', 'is', null)
    .execute())

/**
 * Does what a taken effect intends, and settles it. A failure releases it, to be continued by the next request or the
 * worker. @throws OutcomeUnknown
 */
export async function carryOut<I, O, V>(db: Db, effect: Effect<I, O, V>, row: EffectRow): Promise<Settled<V>> {
  // A renewal that fails is repeated; after three of them another process may continue, which charges nothing twice.
  const renewal = setInterval(() => void renew(db, row).catch(() => undefined), renewMs)
  try {
    const age = now().getTime() - row.created_at.getTime()
    const outcome = await effect.act(row.intent as I, { key: row.act_key, isRepeated: row.attempts > 1, age })
    return await db.transaction().execute((trx) => settle(trx, effect, row, outcome))
  } catch (error) {
    clearInterval(renewal)
    if (error instanceof OutcomeUnknown)
      // One that fails is written by the next try.
      await db
        .transaction()
        .execute(async (trx) => effect.report?.(trx, askedOf(row), row.intent as I, error))
        .catch(() => undefined)
    await release(db, row).catch(() => undefined)
    throw error
  } finally {
    clearInterval(renewal)
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
  // A practice that was deleted in the meantime; one with a payment in progress is not.
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

/** What a job's effect came to. `waits`: another effect of this name is in progress; the job is to be run again later. */
export type JobResult<V> = Settled<V> | 'nothing' | 'waits'

/**
 * Performs an effect for a job (`billing/charged-once`). `intend` runs in a transaction, checks the state and says what is to
 * be done, or undefined for nothing; it is asked again by each run of the job, so a job that ran twice does nothing the
 * second time. It locks what `settle` locks first, the organization: it then reads what an earlier run has settled. An effect of the same name whose process no longer exists is finished first, and then the job asks again.
 * @throws OutcomeUnknown when the other server did not answer; the job that finishes effects continues it
 */
export async function performForJob<I, O, V>(
  db: Db,
  effect: Effect<I, O, V>,
  { job, organizationId }: { job: string; organizationId: number },
  intend: (trx: Trx) => Promise<I | undefined>,
): Promise<JobResult<V>> {
  for (let tries = 0; tries < 3; tries += 1) {
    const begun = await db.transaction().execute(async (trx) => {
      const intent = await intend(trx)
      if (intent === undefined) return 'nothing'
      return storeIntent(trx, { name: effect.name, organizationId, cause: { job }, intent })
    })
    if (begun === 'nothing') return begun
    if (begun) return carryOut(db, effect, begun)
    const other = await openEffect(db, organizationId, effect.name)
    if (!other) continue
    const taken = other.is_leased ? undefined : await takeOver(db, other)
    if (!taken) return 'waits'
    await carryOut(db, effect, taken)
  }
  return 'waits'
}

/**
 * Continues every abandoned effect, or only those of killed processes, one by one. Reports failures to `failed` and
 * continues with the next.
 */
export async function finishEffects(
  db: Db,
  effects: readonly AnyEffect[],
  failed: (row: EffectRow, error: unknown) => void,
  which: 'all' | 'killed' = 'all',
): Promise<void> {
  const byName = new Map(effects.map((effect) => [effect.name, effect]))
  for (const row of await abandonedEffects(db, [...byName.keys()], which)) {
    const taken = await takeOver(db, row)
    if (taken) await carryOut(db, byName.get(row.name)!, taken).catch((error: unknown) => failed(row, error))
  }
}
