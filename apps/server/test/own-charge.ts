import type { NewCharge } from '../src/modules/charges/index.ts'

/** A charge of $50.00 that a person entered for a practice, counting from January 15, 2026, with what a test says of it. */
export const chargeByHand = (change: Partial<NewCharge> = {}): NewCharge => ({
  patient_id: null,
  source: 'by_hand',
  source_id: null,
  change_number: 1,
  fee: null,
  kind: 'charge',
  label: 'Training',
  why: '',
  times: 1,
  unit_cents: 5000,
  printed_arches: 0,
  price_list: null,
  price_overrides: 0,
  day: '2026-01-15',
  ...change,
})
