import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { ApiError, Forbidden, Invalid } from '../../../kernel/errors.ts'
import { tryCode } from '../../promotion-codes/index.ts'
import { unusableCode } from '../rules.ts'

/**
 * Counts the try of a code that comes with a purchase, as `validate_code` does (`billing/who-tries-codes`). Who may not try
 * one here is refused by the purchase itself. @throws Invalid for one that cannot be used, TooMany
 */
export async function tryPurchaseCode(
  db: Db,
  actor: Actor,
  { id, code }: { id: number; code: string | undefined },
  config: Pick<Config, 'labZone' | 'loginLimits'>,
): Promise<void> {
  if (code === undefined) return
  const use = { code, promotion_code_type_id: 1 as const, organization_id: id }
  await tryCode(db, actor, use, config).catch((error: unknown) => {
    if (error instanceof Forbidden) return
    if (error instanceof ApiError && error.status === 404 && error.message === unusableCode)
      throw new Invalid({ promotion_code: [unusableCode] })
    throw error
  })
}
