import type { ValidPromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { ApiError, Conflict, NotFound, permit } from '../../kernel/errors.ts'
import { giveBack, takeAttempt } from '../auth/index.ts'
import { managesCodes, ownedBy } from './policy.ts'
import { findPayers, findUsableCode, type Use } from './queries.ts'
import { unusableCode } from './rules.ts'

type Tried = Use & { organization_id?: number | undefined }
type Settings = Pick<Config, 'labZone' | 'loginLimits'>

/**
 * What a code takes off. Who manages codes learns why one cannot be used; an owner who still has to pay gets one answer
 * for every code that cannot be, and as many failures as wrong passwords (`billing/code`, `billing/who-tries-codes`).
 * @throws NotFound, Forbidden, Conflict, TooMany
 */
export async function tryCode(db: Db, actor: Actor, tried: Tried, settings: Settings): Promise<ValidPromotionCode> {
  const { labZone: zone, loginLimits } = settings
  const users = await usersOf(db, actor, tried.organization_id)
  if (managesCodes(actor)) return findUsableCode(db, actor, tried, { users, zone })
  return countingTries(db, actor, loginLimits, () => findUsableCode(db, actor, tried, { users, zone }))
}

/**
 * Looks a code up for a person who does not manage codes: each failure counts, and is answered in one way (`billing/code`,
 * `billing/who-tries-codes`). @throws ApiError 404, TooMany
 */
export async function countingTries<T>(
  db: Db,
  actor: Actor,
  loginLimits: Settings['loginLimits'],
  find: () => Promise<T>,
): Promise<T> {
  // Counted before the code is looked up, so that concurrent tries get no further than sequential ones.
  const who = { purpose: 'promotion code', account: String(actor.userId), address: actor.address }
  const attempt = await takeAttempt(db, who, loginLimits)
  const found = await find().catch((error: unknown) => {
    if (error instanceof NotFound || error instanceof Conflict) throw new ApiError(404, unusableCode)
    throw error
  })
  await giveBack(db, attempt)
  return found
}

/** The organizations that would use the code. @throws NotFound for one out of reach, Forbidden for who may try none */
async function usersOf(db: Db, actor: Actor, wanted: number | undefined): Promise<number[]> {
  const owned = ownedBy(actor)
  const payers = await findPayers(db, actor, wanted === undefined ? owned : [wanted])
  const isMember = actor.memberships.some(({ organizationId }) => organizationId === wanted)
  if (wanted !== undefined && (payers.length === 0 || (actor.scope.kind !== 'lab' && !isMember)))
    throw new NotFound('This organization')
  if (managesCodes(actor)) return payers.map(({ id }) => id)
  const paying = payers.filter(({ id, is_unsettled }) => is_unsettled && owned.includes(id)).map(({ id }) => id)
  permit(paying.length > 0, null)
  return paying
}
