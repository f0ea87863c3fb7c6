import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Output } from '@archwire/contract/core/route.ts'
import type { payments } from '@archwire/contract/payments/routes.ts'
import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { asksForPassword, isExpired, shownMonth, whyNotRemovable, type PayingFacts } from './rules.ts'

export type PaymentInfoAnswer = Output<typeof payments.info>

/** A payment method as it is read. */
export interface MethodRow {
  id: number
  is_primary: boolean
  method: 'card' | 'bank'
  nickname: string
  brand: string
  last_four: string
  /** YYYY-MM of a card. */
  expires: string | null
  version: number
}

/** What a practice's payment methods are shown with. */
export interface Present {
  provider: PaymentProvider | undefined
  /** The lab's time zone: a card expires by the lab's calendar. */
  zone: string
  now: Date
}

type Practice = PayingFacts & {
  organization_id: number
  customer_id: string | null
  billing_address: PaymentInfo['billing_address']
  methods: MethodRow[]
}

/** How a practice pays, for a person with the right to change it. */
export function presentInfo(practice: Practice, { provider, zone, now }: Present): PaymentInfo {
  const { organization_id, customer_id, billing_address, methods } = practice
  const today = dayIn(zone, now)
  const isRemovable = whyNotRemovable(practice, methods.length) === null
  return {
    organization_id,
    customer_id,
    billing_address,
    payment_methods: methods.map((row) => presentMethod(row, { today, isRemovable })),
    fields: provider ? fieldsOf(provider) : null,
    needs_password: asksForPassword(practice),
    can: { update: provider !== undefined },
  }
}

const presentMethod = (
  { method, nickname, expires, ...row }: MethodRow,
  { today, isRemovable }: { today: string; isRemovable: boolean },
): PaymentMethod => ({
  ...row,
  payment_method_type: method,
  payment_method_nickname: nickname,
  expires: expires && shownMonth(expires),
  is_expired: isExpired(expires, today),
  can: { update: true, delete: isRemovable },
})

const fieldsOf = ({ fields: { script, web_token, is_stand_in } }: PaymentProvider) => ({
  script,
  web_token,
  is_stand_in,
})
