import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'

/** An invoice as papers take it: paid, of $1.00 for each of its items, without a case. */
export const paperOrder = (change: Partial<Order> = {}, items = 1): Order => ({
  id: 3,
  invoice_id: 1001,
  fm_invoice_status: 'PAID',
  fm_paid_at: '2026-11-20T10:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  template_version: 2,
  kind: 'monthly',
  closing_day: '2026-11-20',
  due_day: '2026-11-23',
  period_start: '2026-10-20',
  period_end: '2026-11-19',
  organization: { id: 7, name: 'Summit', account_number: 'O-000007' },
  billing_address: null,
  order_items: Array.from({ length: items }, (_, id) => paperItem(id, `Fee ${id}`)),
  charges: [],
  discounts: [],
  credits: [],
  subtotal: items,
  tax: 0,
  tax_state: 'MN',
  tax_rate_percent: 6.875,
  credit_card_fee: 0,
  credit_card_fee_percent: 1.49,
  total: items,
  settled_as: null,
  next_try: null,
  payable: null,
  payments: [],
  reviews: [],
  can_add: false,
  can_add_code: false,
  ...change,
})

export const paperItem = (id: number, name: string): Order['order_items'][number] => ({
  id,
  product: { id: 1, name },
  value: 1,
  patient: null,
  details: '',
  is_hidden: 0,
  action_date: '2026-11-02',
  start_date: null,
  end_date: null,
  made_of: null,
})

export const noBlocks: OrderMetadata = {
  template_data: { startup_fee: null, monthly_fee: null, patients: [], volume: null, to_come: [] },
}
