import { startUpOrder } from '@archwire/contract/billing/start-up.ts'
import type { Invoice, Reduction } from '@archwire/contract/billing/invoice.ts'
import type { OrderBrief, Product } from '@archwire/contract/billing/schema.ts'
import { toCents, toRate } from '@archwire/contract/core/money.ts'
import type { AccountSetup } from '@archwire/contract/account-setup/schema.ts'
import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'
import type { ValidPromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'

interface Known {
  setup: Pick<AccountSetup, 'startup_fee' | 'billing_state'>
  product: Product
  settings: Pick<Settings, 'credit_card' | 'tax'>
  promotion: ValidPromotionCode | null
  method: Pick<PaymentMethod, 'payment_method_type'> | undefined
  /** Today at the lab. */
  day: string
}

const reductionOf = ({ value, is_fixed }: ValidPromotionCode): Reduction =>
  is_fixed ? { fixed: toCents(value) } : { rate: toRate(value) }

/** The first order that is to be paid once more: its payment was returned (`billing/bank`). */
export const unpaidOrder = ({ startup_fee, order }: Pick<AccountSetup, 'startup_fee' | 'order'>): OrderBrief | null =>
  startup_fee === 'due' ? order : null

/** What the first order costs as things are now; the server computes the same when it is bought. */
export const firstOrder = ({ setup, product, settings, promotion, method, day }: Known): Invoice =>
  startUpOrder({
    name: product.name,
    price: setup.startup_fee === 'paid' ? 0 : toCents(product.subtotal),
    waived: setup.startup_fee === 'waived',
    promotion: promotion && { code: promotion.code, off: reductionOf(promotion) },
    method: method?.payment_method_type ?? null,
    cardFee: toRate(settings.credit_card.fee),
    tax: { state: settings.tax.state, rate: toRate(settings.tax.rate) },
    billingState: setup.billing_state,
    day,
  })
