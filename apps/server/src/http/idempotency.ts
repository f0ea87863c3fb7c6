import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Route } from '@archwire/contract/core/route.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import { ApiError, Conflict, Invalid, KeptConflict } from '../kernel/errors.ts'

export interface Attempt {
  key: string
  route: string
  hash: string
  /** The response is a secret and is stored nowhere (`safety/sealed`). */
  secret: boolean
}

/**
 * Whether a repeated call of this route gets the first response again (`safety/keys`). Without a session a caller is recognized only by
 * the key: calls that start a session, or return a secret, are then not stored.
 */
export const keepsAnswers = ({ method, transaction, needs, secret }: Route): boolean =>
  method === 'POST' && transaction !== 'none' && !(needs === 'public' && secret)

/**
 * What a key identifies a call by: undefined where none was sent, or where nothing is stored. @throws Invalid for a
 * malformed key
 */
export function attemptOf(route: Route, request: FastifyRequest): Attempt | undefined {
  if (!keepsAnswers(route)) return undefined
  const key = idempotencyKey(request)
  const secret = route.secret ?? false
  return key === undefined
    ? undefined
    : { key, route: `${route.method} ${route.path}`, hash: bodyHash(request, key), secret }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\w.:-]{8,128}$/.test(key))
    throw new Invalid({ 'idempotency-key': ['8 to 128 letters, digits, points, colons or hyphens'] })
  return key
}

/** Keyed, because a body may hold a password: a reader of the database cannot try passwords against it. */
const bodyHash = (request: FastifyRequest, key: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([request.params, request.query, request.body ?? null]))
    .digest('hex')

/**
 * Runs an effect once per (user, key), in the effect's own transaction: a twin waits at the key's row for a second
 * (then 409), a later one gets the first response again, another body under the same key is a 422. The response is
 * stored encrypted under the caller's key, of which only the hash is stored: a reader of the database sees neither.
 * @throws Invalid for another use of the key, Conflict where the response is a secret that was already given
 */
export async function withIdempotencyKey<T>(
  trx: Trx,
  actor: Actor,
  attempt: Attempt,
  effect: () => Promise<T>,
): Promise<T> {
  const { key, route, hash, secret } = attempt
  const kept = keptKey(actor.userId, key)
  const { rows: first } = await sql`
    insert into idempotency_keys (user_id, key, route, body_hash)
    values (${actor.userId}, ${kept}, ${route}, ${hash})
    on conflict do nothing returning 1`.execute(trx)
  if (first.length === 0) return again<T>(trx, actor, attempt, kept)
  const answer = await effect()
  await trx
    .updateTable('idempotency_keys')
    .set({
      status: answer instanceof KeptConflict ? 409 : 200,
      sealed: secret ? null : seal(actor.userId, attempt, JSON.stringify(answer)),
    })
    .where('user_id', '=', actor.userId)
    .where('key', '=', kept)
    .execute()
  return answer
}

async function again<T>(trx: Trx, actor: Actor, attempt: Attempt, kept: string): Promise<T> {
  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'sealed', 'status'])
    .where('user_id', '=', actor.userId)
    .where('key', '=', kept)
    .executeTakeFirstOrThrow()
  if (earlier.route !== attempt.route || earlier.body_hash !== attempt.hash)
    throw new Invalid('This Idempotency-Key was already used for a different request.')
  if (earlier.sealed === null)
    throw new Conflict('This was already done. Its answer is shown only once and is not stored.')
  const answer = JSON.parse(unseal(actor.userId, attempt, earlier.sealed)) as T
  return earlier.status === 409 ? (KeptConflict.of(answer) as T) : answer
}

/**
 * Like `withIdempotencyKey`, for calls without a session: only key, route and body identify the same request; a twin
 * waits at their row. Never used by routes that start a session or return a secret.
 */
export async function withPublicIdempotencyKey<T>(trx: Trx, attempt: Attempt, effect: () => Promise<T>): Promise<T> {
  const key = callKeyOf(attempt)
  const { rows: first } = await sql`
    insert into public_idempotency_keys (key) values (${key}) on conflict do nothing returning 1`.execute(trx)
  if (first.length === 0) {
    const kept = await keptInPublic<T>(trx, attempt)
    if (!kept) throw new Conflict('Someone else is changing this right now. Please try again.')
    return kept.answer
  }
  const answer = await effect()
  await trx
    .updateTable('public_idempotency_keys')
    .set({ sealed: seal(nobody, attempt, JSON.stringify(answer)) })
    .where('key', '=', key)
    .execute()
  return answer
}

/** The stored response of a call without a session. */
async function keptInPublic<T>(db: Db, attempt: Attempt): Promise<{ answer: T } | undefined> {
  const kept = await db
    .selectFrom('public_idempotency_keys')
    .select('sealed')
    .where('key', '=', callKeyOf(attempt))
    .executeTakeFirst()
  return kept?.sealed ? { answer: JSON.parse(unseal(nobody, attempt, kept.sealed)) as T } : undefined
}

/**
 * Runs a call without a session, or returns its earlier response. A single-use token or check may have been used up by
 * the first attempt: then its response is looked up once more.
 */
export async function onceInPublic<T>(db: Db, attempt: Attempt | undefined, act: () => Promise<T>): Promise<T> {
  if (!attempt) return act()
  const kept = await keptInPublic<T>(db, attempt)
  if (kept) return kept.answer
  try {
    return await act()
  } catch (error) {
    const meanwhile = error instanceof ApiError ? await keptInPublic<T>(db, attempt) : undefined
    if (!meanwhile) throw error
    return meanwhile.answer
  }
}

/** The hash of everything that identifies a call without a session. */
export const callKeyOf = ({ key, route, hash }: Attempt): string =>
  createHash('sha256')
    .update(JSON.stringify([nobody, key, route, hash]))
    .digest('hex')

/** No person has this id. */
const nobody = 0

/** Under which a person's key is stored. */
export const keptKey = (userId: number, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('hex')

const keyOf = (userId: number, key: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, String(userId), 'archwire kept answer', 32))

/** 12 bytes of nonce, 16 of tag, then the text; route and body are authenticated with it. */
function seal(userId: number, { key, route, hash }: Attempt, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(userId, key), nonce).setAAD(Buffer.from(`${route} ${hash}`))
  // Stryker disable next-line StringLiteral: equivalent, UTF-8 is the default encoding of a text.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function unseal(userId: number, { key, route, hash }: Attempt, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(userId, key), sealed.subarray(0, 12))
    .setAAD(Buffer.from(`${route} ${hash}`))
    .setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
