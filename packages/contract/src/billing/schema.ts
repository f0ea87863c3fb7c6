import { z } from 'zod'
import { Day, Instant, line } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { dollarsByHand } from './by-hand.ts'
import { voidReasons } from './charge-kinds.ts'
import { orderKinds } from './lifecycle.ts'
import { monthlyCodeFields } from './monthly-code.ts'
import { OrderPayment, OrderReview, Payable } from './payment-schema.ts'
import { invoiceStatusNames, settledAs } from './statuses.ts'

/** What a line is made of (`billing/line-reasons`). */
export const LineReason = z.strictObject({
  /** The place of its price in the list: `arch.print`; null for what a person entered. */
  fee: z.string().nullable(),
  times: z.int(),
  /** Dollars. */
  unit: z.number(),
  /** By which list, and by which version of the practice's own prices; null where no list has it. */
  price_list: z.int().nullable(),
  price_overrides: z.int(),
  /** Who caused it: a name, or the lab in the place of its people for readers who do not learn them. */
  by: z.string(),
})
export type LineReason = z.infer<typeof LineReason>

/** The case of a line, as it was called; the id is null once it is deleted, the number of its code stays. */
export const CaseOfLine = z.strictObject({ id: z.int().nullable(), name: z.string(), case_number: z.int() })

const Item = z.strictObject({
  id: z.int(),
  product: z.strictObject({ id: z.int(), name: z.string() }),
  /** Dollars. */
  value: z.number(),
  /** Null: for the practice. */
  patient: CaseOfLine.nullable(),
  /** What it is for, in words. */
  details: z.string(),
  /** 1: left out of papers; the lab hides none. */
  is_hidden: z.literal([0, 1]),
  /** The lab's day from which it counts. */
  action_date: Day.nullable(),
  /** The days that a monthly fee is for; both included. */
  start_date: Day.nullable(),
  end_date: Day.nullable(),
  /** What it is made of; null on orders that closed before the ledger. */
  made_of: LineReason.nullable(),
})
/** A charge on an order, or what is taken off it. */
export const OrderAdjustment = z.strictObject({
  id: z.int(),
  custom_description: z.string(),
  /** Dollars, zero or more; of a discount and a credit, what it takes off. */
  value: z.number(),
})
/** A charge, or a discount of a fixed amount, that a person, a rule or the closing of an order before brought. */
export const OrderCharge = OrderAdjustment.extend({
  promotion_code: z.string().nullable(),
  /** Brought by a periodic rule; it cannot be taken off the order. */
  is_periodic: z.boolean(),
  /** Why a line: "Volume discount, 5 % of $360.00", who entered it. Empty for none. */
  details: z.string(),
  /** The case that it is for; null: for the practice. */
  patient: CaseOfLine.nullable(),
  action_date: Day.nullable(),
  /** What it is made of; null for what is computed: volume discount and promotion code. */
  made_of: LineReason.nullable(),
  /** Whether the reader can take it off now (`billing/by-hand`). */
  can_remove: z.boolean(),
})

/** A postal address as papers print it. */
export const PaperAddress = z.strictObject({
  name: z.string(),
  street_address: z.string(),
  street_address_line_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country: z.string(),
})
export type PaperAddress = z.infer<typeof PaperAddress>

/** An invoice of a practice, or its open order, with everything on it. Amounts in dollars. */
export const Order = z.strictObject({
  id: z.int(),
  /** Its number; null while the order is open. */
  invoice_id: z.int().nullable(),
  fm_invoice_status: z.enum(invoiceStatusNames),
  fm_paid_at: Instant.nullable(),
  created_at: Instant,
  /** 2: in the layout by patient. */
  template_version: z.literal([1, 2]),
  kind: z.enum(orderKinds),
  /**
   * The lab's day on which it closed, or on which the open order will; null for an open one of a practice that is
   * suspended, disabled or archived.
   */
  closing_day: Day.nullable(),
  /** From this day on it is charged; null as with the closing day. */
  due_day: Day.nullable(),
  /** The days that its monthly fee is for. */
  period_start: Day.nullable(),
  period_end: Day.nullable(),
  organization: z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() }),
  billing_address: PaperAddress.nullable(),
  order_items: z.array(Item),
  charges: z.array(OrderCharge),
  discounts: z.array(OrderCharge),
  credits: z.array(OrderAdjustment),
  subtotal: z.number(),
  tax: z.number(),
  /** Where the tax applies, and its percentage: "MN", 6.875. */
  tax_state: z.string(),
  tax_rate_percent: z.number(),
  credit_card_fee: z.number(),
  credit_card_fee_percent: z.number(),
  total: z.number(),
  /** How it ended without the payment provider; null: it did not. */
  settled_as: z.enum(settledAs).nullable(),
  /** The lab's day on which the portal tries to charge it next; null: it does not by itself. */
  next_try: Day.nullable(),
  /** Null: it is open or paid, or the reader can neither pay nor settle it. */
  payable: Payable.nullable(),
  /** Every try to pay it, the oldest first. */
  payments: z.array(OrderPayment),
  /** What is or was under review of its payments, the oldest first. */
  reviews: z.array(OrderReview),
  /** Whether the reader can add charges and discounts to it now (`billing/by-hand`). */
  can_add: z.boolean(),
  /** Whether the reader can add a promotion code to it now (`billing/monthly-code`). */
  can_add_code: z.boolean(),
})
export type Order = z.infer<typeof Order>

/** An order in a line: what became of it. */
export const OrderBrief = z.strictObject({
  id: z.int(),
  invoice_id: z.int().nullable(),
  fm_invoice_status: z.enum(invoiceStatusNames),
  /** Dollars. */
  total: z.number(),
})
export type OrderBrief = z.infer<typeof OrderBrief>

/** An order in a list. The open one has no sums there: they are computed when it is read. */
export const OrderInList = OrderBrief.extend({
  fm_paid_at: Instant.nullable(),
  settled_as: z.enum(settledAs).nullable(),
  created_at: Instant,
  kind: z.enum(orderKinds),
  closing_day: Day.nullable(),
  organization: z.strictObject({ id: z.int(), name: z.string() }),
})
export type OrderInList = z.infer<typeof OrderInList>

/** A line of a block. */
export const BlockRow = z.strictObject({
  label: z.string(),
  value: z.number(),
  details: z.string(),
  made_of: LineReason,
  /** The lab's day from which it counts. */
  action_date: Day,
})
/** The block of a case in the layout by patient. Dollars; deductions and discounts are what is taken off. */
export const PatientBlock = z.strictObject({
  patient_name: z.string(),
  doctor_name: z.string(),
  /** Null once the case is deleted. */
  patient_id: z.int().nullable(),
  /** The case code's number: 102 of C-102. */
  case_number: z.int(),
  case_number_text: z.string(),
  /** In words: "Intra-oral scan"; empty without a form. */
  impression_type: z.string(),
  creation_date: Day,
  /** Software, initial case setup and tray design, or the model. */
  base_fee: z.number(),
  base_lines: z.array(BlockRow),
  deductions: z.array(BlockRow),
  add_ons: z.array(BlockRow),
  charges: z.array(
    z.strictObject({
      description: z.string(),
      /** Zero or more. */
      value: z.number(),
      is_discount: z.boolean(),
      patient_charge_id: z.int(),
      made_of: LineReason,
      /** The lab's day from which it counts. */
      action_date: Day,
      can_remove: z.boolean(),
    }),
  ),
  /** base_fee + add_ons − deductions + charges, before what reduces the whole order. */
  total: z.number(),
})
export type PatientBlock = z.infer<typeof PatientBlock>

/** A row that counts from the closing day on, or later: on no sum of the open order. */
export const ChargeToCome = z.strictObject({
  id: z.int(),
  day: Day,
  label: z.string(),
  details: z.string(),
  patient: CaseOfLine.nullable(),
  /** Dollars; below zero is a discount. */
  value: z.number(),
  can_remove: z.boolean(),
})

/** What the layout of an order shows apart from its lines. */
export const OrderMetadata = z.strictObject({
  template_data: z.strictObject({
    /** Dollars; null where the order has none. */
    startup_fee: z.number().nullable(),
    monthly_fee: z.number().nullable(),
    /** A block for each case, by name and number; empty in the layout without blocks. */
    patients: z.array(PatientBlock),
    /** How many arches it prints, and the percentage that they reach; null for none. */
    volume: z.strictObject({ printed_arches: z.int(), discount: z.number() }).nullable(),
    to_come: z.array(ChargeToCome),
  }),
})
export type OrderMetadata = z.infer<typeof OrderMetadata>

/** The open order of a practice; null without a contract. */
export const CurrentOrder = z.strictObject({ order: Order.nullable(), metadata: OrderMetadata })

/** A charge or, below zero, a discount that a person enters (`billing/by-hand`). */
export const ByHandBody = z.strictObject({ custom_description: line(255), value: dollarsByHand() })
/** The same for a case. */
export const PatientChargeBody = z.strictObject({ description: line(255), value: dollarsByHand() })
/** A promotion code as it was typed; not case-sensitive (`billing/monthly-code`). */
export const MonthlyCodeBody = bodyOf(monthlyCodeFields)

/** What a case costs, row by row of the ledger (`billing/case-costs`). */
export const CaseCharge = z.strictObject({
  id: z.int(),
  label: z.string(),
  details: z.string(),
  made_of: LineReason,
  /** The lab's day from which it counts. */
  day: Day,
  /** Dollars; below zero is a discount. */
  value: z.number(),
  /** The invoice that it stands on; null: on the current one, or on a later one. */
  order: OrderBrief.pick({ id: true, invoice_id: true, fm_invoice_status: true }).nullable(),
  /** Why it costs nothing any more; null while it counts. */
  voided: z.enum(voidReasons).nullable(),
  /** Entered by hand, and removable by the reader. */
  can_remove: z.boolean(),
})
export type CaseCharge = z.infer<typeof CaseCharge>
export const CaseCharges = z.strictObject({
  charges: z.array(CaseCharge),
  /** Dollars, of the rows that count. */
  total: z.number(),
  /** Whether the reader can add a charge to the case now. */
  can_add: z.boolean(),
})

/** What the lab sells once or by the month. */
export const Product = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Its price in dollars, before tax and card fee. */
  subtotal: z.number(),
})
export type Product = z.infer<typeof Product>

/** What a new practice is asked. */
export const SurveyQuestion = z.strictObject({
  id: z.int(),
  question: z.string(),
  survey_answers: z.array(z.strictObject({ id: z.int(), answer: z.string() })),
})
export type SurveyQuestion = z.infer<typeof SurveyQuestion>

export { otherAnswerId } from './survey.ts'
