export { PaymentMethodChip } from './payment-method-chip.tsx'
export { PaymentMethodForm } from './payment-method-form.tsx'
