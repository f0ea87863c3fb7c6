import { chargeSources, type ChargeSource } from '@archwire/contract/billing/charge-kinds.ts'
import { invoiceStatusNames, type InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { describe, expect, it } from 'vitest'
import { addingBlocked, countsByHand, isRemovable } from './rules.ts'

/** What can be added to an order and taken off it now, by hand (`billing/by-hand`). */
const orders: Record<InvoiceStatus, string | null> = {
  CURRENT: null,
  PENDING: 'This invoice is closed.',
  PAID: 'This invoice is closed.',
  NOT_PAID: 'This invoice is closed.',
  BLOCKED: 'This invoice is closed.',
}
it.each(invoiceStatusNames)('a charge is added to an order that is %s only if that is the open one', (status) =>
  expect(addingBlocked(status)).toBe(orders[status]),
)

const entered: Record<ChargeSource, boolean> = {
  form: false,
  rush: false,
  change: false,
  print: false,
  order: false,
  by_hand: true,
  patient: true,
  carried: false,
}
describe.each(chargeSources)('a row of the source %s', (source) => {
  it('is removable while no order holds it and it counts, if a person entered it', () => {
    expect(isRemovable({ source, order_id: null, voided: false })).toBe(entered[source])
    expect(isRemovable({ source, order_id: null, voided: true })).toBe(false)
    expect(isRemovable({ source, order_id: 7, voided: false })).toBe(false)
  })
  it('is known as entered until it is voided', () => {
    expect(countsByHand({ source, voided: false })).toBe(entered[source])
    expect(countsByHand({ source, voided: true })).toBe(false)
  })
})
