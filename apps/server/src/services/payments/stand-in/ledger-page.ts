import { formatMoney, toCents, toDollars } from '@archwire/contract/core/money.ts'
import { cardNames, StaxTransaction, statusOf } from '../stax/shapes.ts'
import { isPending } from './bank.ts'
import { escapeHtml } from './escape-html.ts'
import type { Ledger, LedgerCharge } from './ledger.ts'
import { testNumbers, testRouting } from './numbers.ts'

/** The page with what was charged and the test numbers. */
export function ledgerPage(ledger: Ledger): string {
  const charges = [...ledger.charges.values()].reverse()
  const waiting = [...ledger.events.values()].filter(({ delivered_at }) => delivered_at === null).length
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Payments stand-in</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<h1>Payments stand-in</h1>
<p class="notice"><strong>This is a stand-in for the payment provider. It charges nothing.</strong> It takes the test numbers below and no others. Do not enter real card or account numbers.</p>
<h2>Test numbers</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Number</th><th scope="col">Kind</th><th scope="col">What becomes of a payment</th></tr></thead>
<tbody>${testNumbers.map(numberRow).join('')}</tbody>
</table></div>
<p>Cards: any month that is not past; any security code of 3 digits, 4 for American Express. Bank accounts: routing number ${testRouting}.</p>
<h2>Payments</h2>
${
  charges.length === 0
    ? '<p>None yet.</p>'
    : `<div class="wide"><table>
<thead><tr><th scope="col">When (UTC)</th><th scope="col">Practice</th><th scope="col">Method</th><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">What for</th></tr></thead>
<tbody>${charges.map((charge) => chargeRow(ledger, charge)).join('')}</tbody>
</table></div>`
}
<p>Reports to the portal: ${ledger.events.size - waiting} delivered, ${waiting} waiting.</p>
</body>
</html>`
}

/** As it is printed on cards; those of 15 digits have groups of 4, 6 and 5. */
const inGroups = (number: string): string =>
  number.length === 15
    ? `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
    : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const numberRow = ({ number, brand, says }: (typeof testNumbers)[number]): string =>
  `<tr><td>${brand === '' ? number : inGroups(number)}</td><td>${cardNames[brand] ?? 'Bank account'}</td><td class="text">${escapeHtml(says)}</td></tr>`

function chargeRow(ledger: Ledger, charge: LedgerCharge): string {
  const { status, message } = statusOf(StaxTransaction.parse(charge))
  const { company = '', email = '' } = ledger.customers.get(charge.customer_id) ?? {}
  const memo = typeof charge.meta.memo === 'string' ? charge.meta.memo : ''
  const acts = actsOf(charge)
  const cells = [
    charge.created_at,
    company || email,
    `${charge.method} ending in ${charge.last_four}`,
    formatMoney(charge.total) + (charge.total_refunded > 0 ? `, ${formatMoney(charge.total_refunded)} refunded` : ''),
  ]
  return `<tr>${cells.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}<td class="text">${status}${acts}${message === '' ? '' : `<br>${escapeHtml(message)}`}</td><td class="text">${escapeHtml(memo)}</td></tr>`
}

/** What can be done with a charge: by its bank, if it is pending, and by the lab. */
function actsOf({ id, ...charge }: LedgerCharge): string {
  if (!charge.success || charge.is_voided) return ''
  const waits = isPending({ id, ...charge })
  const left = toDollars(toCents(charge.total) - toCents(charge.total_refunded))
  const isOpen = charge.settled_at === null && charge.total_refunded === 0
  return [
    waits && ` ${button(id, 'settle', 'Pay it now')} ${button(id, 'return', 'Return it now')}`,
    isOpen && ` ${button(id, 'void', 'Void it')}`,
    !waits && left > 0 && ` ${refundForm(id, left)}`,
  ]
    .filter(Boolean)
    .join('')
}

const button = (id: string, act: string, label: string): string =>
  `<form method="post" action="/stand-in/transactions/${id}/${act}"><button>${label}</button></form>`

const refundForm = (id: string, left: number): string =>
  `<form method="post" action="/stand-in/transactions/${id}/refund"><input type="number" name="total" aria-label="Dollars to refund" min="0.01" max="${left}" step="0.01" value="${left}" required><button>Refund</button></form>`
