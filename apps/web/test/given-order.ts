import type { Order, OrderInList, OrderMetadata } from '@archwire/contract/billing/schema.ts'

type Item = Order['order_items'][number]
type Charge = Order['charges'][number]
export type Block = OrderMetadata['template_data']['patients'][number]
type Row = Block['add_ons'][number]
type OfCase = Block['charges'][number]
type Reason = Row['made_of']
type Payment = Order['payments'][number]
type Coming = OrderMetadata['template_data']['to_come'][number]

export const ofAda = { id: 102, name: 'Ada Byron', case_number: 102 }
export const ofBea = { id: 103, name: 'Bea Cole', case_number: 103 }

/** The monthly fee of an order, with what a test says of it; `product` and `made_of` say another item. */
export const givenItem = (id: number, said: Partial<Item> = {}): Item => ({
  id,
  product: { id: 3, name: 'Monthly Fee' },
  value: 99,
  patient: null,
  details: '',
  is_hidden: 0,
  action_date: null,
  start_date: null,
  end_date: null,
  made_of: null,
  ...said,
})

/** An item of Ada Byron's case by the price list, as its block has it: its label and the reason. */
export const givenCaseItem = (
  id: number,
  fee: string,
  name: string,
  details: string,
  times: number,
  unit: number,
): Item =>
  givenItem(id, {
    product: { id: 4, name },
    value: times * unit,
    patient: ofAda,
    details,
    action_date: '2026-11-23',
    made_of: { fee, times, unit, price_list: 3, price_overrides: 2, by: 'Jane Marsh' },
  })

/** What a row is made of that Amy Admin entered. */
const byHand = (unit: number): Reason => ({
  fee: null,
  times: 1,
  unit,
  price_list: null,
  price_overrides: 0,
  by: 'Amy Admin',
})

/** A charge or discount that a person entered for the practice, and that the reader can take off. */
export const givenCharge = (id: number, words: string, value: number, said: Partial<Charge> = {}): Charge => ({
  id,
  custom_description: words,
  value,
  promotion_code: null,
  is_periodic: false,
  details: '',
  patient: null,
  action_date: '2026-11-24',
  made_of: byHand(value),
  can_remove: true,
  ...said,
})

/** A line of a block by the price list, which Jane Marsh caused; with what a test says of it. */
export const givenRow = (label: string, value: number, said: Partial<Row> = {}): Row => ({
  label,
  value,
  details: '',
  made_of: { fee: 'arch.print', times: 2, unit: value / 2, price_list: 3, price_overrides: 2, by: 'Jane Marsh' },
  action_date: '2026-11-23',
  ...said,
})

/** A charge or discount of a case that Amy Admin entered, and that the reader cannot take off. */
export const givenOfCase = (id: number, description: string, value: number, said: Partial<OfCase> = {}): OfCase => ({
  description,
  value,
  is_discount: false,
  patient_charge_id: id,
  made_of: byHand(value),
  action_date: '2026-11-24',
  can_remove: false,
  ...said,
})

/** The block of Ada Byron's case: $60.00 by its base fee, with what a test says of it. */
export const givenBlock = (said: Partial<Block> = {}): Block => ({
  patient_name: 'Ada Byron',
  doctor_name: 'Dr. Jane Marsh',
  patient_id: 102,
  case_number: 102,
  case_number_text: 'AB-1',
  impression_type: 'Intra-Oral Scan',
  creation_date: '2026-11-20',
  base_fee: 60,
  base_lines: [
    givenRow('Initial case setup', 60, {
      details: 'Two arches. The lab makes the setup.',
      made_of: {
        fee: 'arch.initial_case_setup',
        times: 2,
        unit: 30,
        price_list: 3,
        price_overrides: 2,
        by: 'Jane Marsh',
      },
    }),
  ],
  deductions: [],
  add_ons: [],
  charges: [],
  total: 60,
  ...said,
})

export const givenComing = (id: number, said: Partial<Coming> = {}): Coming => ({
  id,
  day: '2026-12-27',
  label: 'Initial case setup',
  details: 'One arch.',
  patient: ofBea,
  value: 45,
  can_remove: false,
  ...said,
})

interface Given extends Partial<Order> {
  template?: Partial<OrderMetadata['template_data']>
}

interface Unpaid extends Omit<Given, 'payable'> {
  payable?: Partial<NonNullable<Order['payable']>>
}

/** The open order of Summit, in the layout by patient and without lines, with what a test says of it. */
export function givenOrder({ template = {}, ...said }: Given = {}): { order: Order; metadata: OrderMetadata } {
  return {
    order: {
      id: 3,
      invoice_id: null,
      fm_invoice_status: 'CURRENT',
      fm_paid_at: null,
      created_at: '2026-11-26T10:00:00.000Z',
      template_version: 2,
      kind: 'monthly',
      closing_day: '2026-12-26',
      due_day: '2026-12-29',
      period_start: '2026-11-26',
      period_end: '2026-12-25',
      organization: { id: 7, name: 'Summit', account_number: 'O-000007' },
      billing_address: null,
      order_items: [],
      charges: [],
      discounts: [],
      credits: [],
      subtotal: 0,
      tax: 0,
      tax_state: 'MN',
      tax_rate_percent: 6.875,
      credit_card_fee: 0,
      credit_card_fee_percent: 1.49,
      total: 0,
      settled_as: null,
      next_try: null,
      payable: null,
      payments: [],
      reviews: [],
      can_add: false,
      can_add_code: false,
      ...said,
    },
    metadata: {
      template_data: { startup_fee: null, monthly_fee: null, patients: [], volume: null, to_come: [], ...template },
    },
  }
}

/** Of a practice without a contract. */
export const noOrder = { order: null, metadata: givenOrder().metadata }

/** A charge of $109.00 by card, with what a test says of it. */
export const givenPayment = (id: number, said: Partial<Payment> = {}): Payment => ({
  id,
  created_at: '2026-11-20T10:00:00.000Z',
  kind: 'charge',
  method: 'card',
  brand: 'Visa',
  last_four: '1111',
  status: 'PAID',
  message: '',
  reason: '',
  by: '',
  transaction: `t-${id}`,
  value: 109,
  refunded: 0,
  refunds: [],
  ...said,
})

/** Invoice 1001 of $108.00, or $109.00 by card, whose payment was declined; its reader pays it. */
export const givenUnpaid = ({ payable, ...said }: Unpaid = {}) =>
  givenOrder({
    invoice_id: 1001,
    fm_invoice_status: 'NOT_PAID',
    closing_day: '2026-11-20',
    due_day: '2026-11-23',
    next_try: '2026-11-30',
    subtotal: 108,
    credit_card_fee: 1,
    total: 109,
    payable: {
      totals: { card: 109, bank: 108 },
      can_pay: true,
      can_settle: false,
      why_not: null,
      ...payable,
    },
    ...said,
  })

/** An invoice in a list, paid on November 20. */
export const givenOld = (id: number, said: Partial<OrderInList> = {}): OrderInList => ({
  id,
  invoice_id: 1000 + id,
  fm_invoice_status: 'PAID',
  total: 1234.5,
  fm_paid_at: '2026-11-20T18:00:00.000Z',
  settled_as: null,
  created_at: '2026-10-26T18:00:00.000Z',
  kind: 'monthly',
  closing_day: '2026-10-26',
  organization: { id: 7, name: 'Summit' },
  ...said,
})

/** A page of a list of invoices. */
export const pageOfOrders = (orders: readonly OrderInList[], page = 1, total = orders.length) => ({
  orders,
  meta: { total, page, per_page: 25, last_page: Math.max(1, Math.ceil(total / 25)), next: null },
})
