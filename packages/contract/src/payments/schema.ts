import { z } from 'zod'
import { BillingAddress } from '../billing-address/schema.ts'
import { cardNumberProblem, holdsCardNumber, noCardNumbers } from '../core/card-number.ts'
import { actions, id, line, secret, version } from '../core/fields.ts'
import { invalidCharacters } from '../core/text.ts'
import { nicknameMax } from './fields.ts'

/** A payment method of a practice, as the provider describes it; nothing that could be charged elsewhere. */
export const PaymentMethod = z.strictObject({
  id: z.int(),
  is_primary: z.boolean(),
  payment_method_type: z.enum(['card', 'bank']),
  payment_method_nickname: z.string(),
  /** The kind of card ("Visa"), or the name of the bank. */
  brand: z.string(),
  last_four: z.string(),
  /** The last month of a card, MM/YYYY; null of a bank account. */
  expires: z.string().nullable(),
  is_expired: z.boolean(),
  version: z.int(),
  /** `delete` is false for the last one while the contract is active (`billing/last-method`). */
  can: actions('update', 'delete'),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** What the browser needs of the payment provider to show its fields. */
export const PaymentFields = z.strictObject({
  /** The address of the provider's script. */
  script: z.string(),
  /** The public key of the lab's account there. */
  web_token: z.string(),
  /** True: the embedded stand-in, which charges nothing. */
  is_stand_in: z.boolean(),
})
export type PaymentFields = z.infer<typeof PaymentFields>

/** How a practice pays. */
export const PaymentInfo = z.strictObject({
  organization_id: z.int(),
  /** Its id at the payment provider; null until the first payment method is entered. */
  customer_id: z.string().nullable(),
  billing_address: BillingAddress.nullable(),
  /** The primary one first, then the newest. */
  payment_methods: z.array(PaymentMethod),
  /** Null: this server has no payment provider. */
  fields: PaymentFields.nullable(),
  /** Changes ask for the password: so it is once the practice has a contract (`billing/payment-password`). */
  needs_password: z.boolean(),
  can: actions('update'),
})
export type PaymentInfo = z.infer<typeof PaymentInfo>

export const PaymentInfoAnswer = z.strictObject({ payment_info: PaymentInfo })
/** How a practice pays, after a method was added or changed. */
export const PaymentMethodAnswer = PaymentInfoAnswer.extend({
  /** The method that was added or changed. */
  payment_method_id: z.int(),
  message: z.string(),
})

const nickname = () =>
  line(nicknameMax).superRefine((value, context) => {
    const message = cardNumberProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** The practice whose customer is made at the provider. */
export const PaymentInfoBody = z.strictObject({ organization_id: id() })
export type PaymentInfoBody = z.infer<typeof PaymentInfoBody>

/** How ids of the provider look. Digits alone are none, while parts of an id may look like anything. */
const idPattern = /^[\w.:-]+$/
const isNumber = /^[\d-]+$/

/** A payment method that the browser has given to the provider. */
export const PaymentMethodBody = z.strictObject({
  organization_id: id(),
  /** Its id at the provider. */
  token_id: secret(100)
    .refine((value) => !isNumber.test(value.replaceAll(' ', '')) || !holdsCardNumber(value), noCardNumbers)
    .refine((value) => idPattern.test(value), invalidCharacters),
  payment_method_nickname: nickname().optional(),
  /** The method that it replaces: the new one is primary if that was, and that one is removed. */
  replaces: id().optional(),
  /** The solved challenge of `GET /bot_check`. Each counts once. */
  bot_check: secret(4000),
  current_password: secret().optional(),
})
export type PaymentMethodBody = z.infer<typeof PaymentMethodBody>

export const PaymentMethodEdit = z.strictObject({
  payment_method_nickname: nickname().optional(),
  /** True makes it the primary one. */
  is_primary: z.literal(true).optional(),
  current_password: secret().optional(),
  version: version().optional(),
})
export type PaymentMethodEdit = z.infer<typeof PaymentMethodEdit>

export const PaymentMethodRemoval = z.strictObject({ current_password: secret().optional() })
export type PaymentMethodRemoval = z.infer<typeof PaymentMethodRemoval>
