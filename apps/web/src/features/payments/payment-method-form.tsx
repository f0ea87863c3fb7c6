import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { Button } from '@mantine/core'

interface FormProps {
  organizationId: number
  info: PaymentInfo
  onSaved: (info: PaymentInfo) => void
}

/** Stands in until the form of payment methods is merged; enters nothing. */
export const PaymentMethodForm = ({ info }: FormProps) => (
  <p>{info.fields ? 'The payment provider is not connected.' : 'There is no payment provider.'}</p>
)

interface ChipProps {
  method: PaymentMethod
  onRemove: () => void
}

/** Stands in until the payment methods are merged. */
export const PaymentMethodChip = ({ method, onRemove }: ChipProps) => (
  <span>
    {method.brand} ending in {method.last_four}{' '}
    {method.can.delete && (
      <Button size="compact-sm" variant="default" aria-label={`Remove ${method.brand}`} onClick={onRemove}>
        Remove
      </Button>
    )}
  </span>
)
