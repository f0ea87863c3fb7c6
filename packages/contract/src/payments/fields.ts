import { refusingCardNumbers } from '../core/card-number.ts'
import { fieldsOf, line } from '../core/record-fields.ts'

/** Characters of a payment method's nickname. */
export const nicknameMax = 100

/** The texts of a payment method's form; they refuse card numbers (`billing/no-card-numbers`). */
export const paymentMethodFields = fieldsOf(
  refusingCardNumbers({
    payment_method_nickname: line(nicknameMax).optional(),
    /** Goes to the payment provider alone. */
    bank_name: line(100),
  }),
)
