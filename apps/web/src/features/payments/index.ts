export { RemoveMethod } from './method-dialogs.tsx'
export { methodName, nextPrimary, numberOf } from './method-words.ts'
export { PaymentMethodChip } from './payment-method-chip.tsx'
export { PaymentMethodForm } from './payment-method-form.tsx'
