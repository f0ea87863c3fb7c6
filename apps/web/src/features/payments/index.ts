export { RemoveMethod } from './method-dialogs.tsx'
export { methodName, nextPrimary, numberBesideName } from './method-words.ts'
export { PaymentMethodChip } from './payment-method-chip.tsx'
export { PaymentMethodForm } from './payment-method-form.tsx'
