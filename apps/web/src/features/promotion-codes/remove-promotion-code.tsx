import { promotionCodes } from '@archwire/contract/client/promotion-codes'
import type { PromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { useCall } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Asks before a promotion code is deleted. */
export function RemovePromotionCode({ code, onClose }: { code: PromotionCode; onClose: () => void }) {
  const remove = useCall(promotionCodes.remove, { onSuccess: onClose, onError: onClose })
  return (
    <ConfirmDialog
      opened
      title={`Delete ${code.code}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: code.id } })}
      onClose={onClose}
    >
      <p>It can no longer be used. Discounts already applied are kept.</p>
    </ConfirmDialog>
  )
}
