import { promotionCodes } from '@archwire/contract/promotion-codes/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { createPromotionCode, deletePromotionCode, updatePromotionCode } from './commands.ts'
import { findPromotionCode, listPromotionCodes } from './queries.ts'
import { tryCode } from './try-code.ts'

export function promotionCodeRoutes(serve: Serve, config: Pick<Config, 'labZone' | 'loginLimits'>): void {
  const zone = config.labZone
  serve(promotionCodes.list, ({ db, actor, query }) => listPromotionCodes(db, actor, query, zone))

  serve(promotionCodes.get, async ({ db, actor, params }) => ({
    promotion_code: await findPromotionCode(db, actor, params.id, zone),
  }))

  serve(promotionCodes.validate, async ({ db, actor, params, query }) => ({
    promotion_code: await tryCode(db, actor, { code: params.code, ...query }, config),
  }))

  serve(promotionCodes.create, async ({ trx, actor, body }) => {
    const id = await createPromotionCode(trx, actor, body, zone)
    return { promotion_code: await findPromotionCode(trx, actor, id, zone), message: 'The promotion code is added.' }
  })

  serve(promotionCodes.update, async ({ trx, actor, params, body }) => {
    await updatePromotionCode(trx, actor, params.id, body, zone)
    const saved = await findPromotionCode(trx, actor, params.id, zone)
    return { promotion_code: saved, message: 'The promotion code is saved.' }
  })

  serve(promotionCodes.remove, async ({ trx, actor, params }) => {
    await deletePromotionCode(trx, actor, params.id)
    return { message: 'The promotion code is deleted.' }
  })
}
