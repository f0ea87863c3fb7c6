import { type Cents, type Rate } from '../core/money.ts'
import { invoice, type Invoice, type Reduction } from './invoice.ts'

/** The line of a waiver on the first order. */
export const waivedLabel = 'Start-up fee waived'

/** What decides what the first order of a practice costs. */
export interface StartUpTerms {
  /** How the fee is called, and its price. */
  name: string
  price: Cents
  /** The lab does not ask for it. */
  waived: boolean
  /** A code of type 1 that can be used. */
  promotion: { code: string; off: Reduction } | null
  method: 'card' | 'bank' | null
  cardFee: Rate
  tax: { state: string; rate: Rate }
  billingState: string | null
  /** The day on the lab's calendar. */
  day: string
}

/** The first order of a practice: shown before the purchase, charged by it. Pure. */
export const startUpOrder = ({ name, price, waived, promotion, ...terms }: StartUpTerms): Invoice =>
  invoice([{ kind: 'start_up', label: name, amount: price }], {
    ...terms,
    promotion: promotion && !waived ? { ...promotion, type: 1 } : null,
    discounts: waived ? [{ label: waivedLabel, off: { fixed: price } }] : [],
  })
