import { promotionCodes } from '@archwire/contract/client/promotion-codes'
import type { PromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'

/** Asks before a promotion code is deleted. */
export const RemovePromotionCode = ({ code, onClose }: { code: PromotionCode; onClose: () => void }) => (
  <ConfirmCall
    title={`Delete ${code.code}?`}
    confirm="Delete"
    danger
    route={promotionCodes.remove}
    input={{ params: { id: code.id } }}
    onClose={onClose}
  >
    <p>It can no longer be used. Discounts already applied are kept.</p>
  </ConfirmCall>
)
