export { PaymentMethodChip, PaymentMethodForm } from './payment-method-form.tsx'
