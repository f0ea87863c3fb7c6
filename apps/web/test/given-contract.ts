import type { Contract, ContractDetails } from '@archwire/contract/contracts/schema.ts'

/** The subscription of Summit, paid, with what a test says of it. */
export const givenContract = (id: number, said: Partial<Contract> = {}): Contract => ({
  id,
  organization: { id: 7, name: 'Summit', account_number: 'O-000007', is_disabled: false, is_archived: false },
  initial_payment_date: '2026-05-26',
  last_payment_date: '2026-11-20',
  next_payment_date: '2026-12-26',
  suspended_at: null,
  suspension_type: null,
  payment_status: 'PAID',
  worst_order_status: null,
  license: { id: 4, license_type: { id: 1, name: 'Standard' } },
  current_monthly_order: null,
  full_name_sort: 'Summit',
  ...said,
})

/** A subscription that was suspended on November 21 and owes an invoice. */
export const suspended: Partial<Contract> = {
  suspended_at: '2026-11-21T18:00:00.000Z',
  suspension_type: 1,
  next_payment_date: null,
  payment_status: 'SUSPENDED',
  worst_order_status: 'NOT_PAID',
}

/** The same as its page shows it to staff who change nothing, with what a test says of it. */
export const givenDetails = ({ can, ...said }: Partial<ContractDetails> = {}): ContractDetails => ({
  ...givenContract(9),
  attempts: [],
  payment_methods: null,
  close_invoice: null,
  can: can ?? { close_invoice: false, suspend: false, resume: false },
  ...said,
})
