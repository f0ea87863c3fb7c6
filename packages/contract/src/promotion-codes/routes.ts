import { z } from 'zod'
import { idText, IdParams, line, Message } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { del, get, post, put } from '../core/route.ts'
import { PromotionCode, PromotionCodeBody, PromotionCodeEdit, ValidPromotionCode } from './schema.ts'
import { promotionCodeSearch } from './search.ts'
import { promotionCodeTypes } from './types.ts'

/** A promotion code after a change, and what to tell the person. */
export const PromotionCodeAnswer = z.strictObject({ promotion_code: PromotionCode, message: z.string() })

export const promotionCodes = {
  list: get('/promotion_codes', {
    shows: ['promotion_code'],
    summary: 'Promotion codes, those that expire last first',
    rules: ['organizations/who-codes', 'organizations/code'],
    needs: 'promotion-codes.manage',
    ...listOf({ key: 'promotion_codes', row: PromotionCode, search: promotionCodeSearch }),
  }),
  get: get('/promotion_codes/{id}', {
    shows: ['promotion_code@params.id'],
    summary: 'A promotion code',
    rules: ['organizations/who-codes', 'organizations/code'],
    needs: 'promotion-codes.manage',
    params: IdParams,
    returns: z.strictObject({ promotion_code: PromotionCode }),
  }),
  validate: get('/promotion_codes/validate_code/{code}', {
    shows: [],
    summary: 'Whether a code can be used now for a fee: active, not expired, of this type, not used before',
    rules: ['billing/code', 'billing/who-tries-codes', 'organizations/code'],
    needs: 'session',
    rate: { max: 20, per: 'user' },
    params: z.strictObject({
      /** As it was typed; not case-sensitive. */
      code: line(100),
    }),
    query: z.strictObject({
      /** The fee: 1 the start-up fee, 2 the monthly fee. */
      promotion_code_type_id: z.coerce.number().pipe(z.literal(promotionCodeTypes.map(({ id }) => id))),
      /** The practice that would use it; without it, each that the caller owns and that still has to pay must be able to. */
      organization_id: idText().optional(),
    }),
    returns: z.strictObject({ promotion_code: ValidPromotionCode }),
    example: { params: { code: 'NO-SUCH-CODE' }, query: { promotion_code_type_id: 1 }, refused: 404 },
  }),
  create: post('/promotion_codes', {
    changes: ['promotion_code'],
    summary: 'Add a promotion code',
    rules: ['organizations/code', 'organizations/who-codes'],
    needs: 'promotion-codes.manage',
    body: PromotionCodeBody,
    returns: PromotionCodeAnswer,
    example: { body: { code: 'SPRING-2027', value: 50, is_fixed: true, promotion_code_type_id: 1 } },
  }),
  update: put('/promotion_codes/{id}', {
    changes: ['promotion_code'],
    summary: 'Change a promotion code',
    rules: ['organizations/code', 'organizations/who-codes'],
    needs: 'promotion-codes.manage',
    params: IdParams,
    body: PromotionCodeEdit,
    returns: PromotionCodeAnswer,
    example: { body: { is_active: false } },
  }),
  remove: del('/promotion_codes/{id}', {
    changes: ['promotion_code'],
    summary: 'Delete a promotion code; discounts already applied are kept',
    rules: ['organizations/who-codes'],
    needs: 'promotion-codes.manage',
    params: IdParams,
    returns: Message,
  }),
}
