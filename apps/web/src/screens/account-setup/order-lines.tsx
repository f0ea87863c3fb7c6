import { waivedLabel } from '@archwire/contract/billing/start-up.ts'
import type { Invoice } from '@archwire/contract/billing/invoice.ts'
import { formatMoney, toDollars } from '@archwire/contract/core/money.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'
import styles from './account-setup.module.css'

interface Props {
  order: Invoice
  settings: Pick<Settings, 'credit_card' | 'tax'>
  /** How it is paid; undefined while there is no payment method. */
  method: 'card' | 'bank' | undefined
}

/** The first order from top to bottom: fee, reductions, tax, card fee, total. */
export function OrderLines({ order, settings, method }: Props) {
  const { lines, promotion, discounts, subtotal, tax, cardFee, total } = order
  const taken = [
    ...(promotion ? [{ label: `Promotion code ${promotion.code}`, amount: promotion.amount }] : []),
    ...discounts.map(({ amount }) => ({ label: waivedLabel, amount })),
  ]
  return (
    <table className={styles.order}>
      <caption className="visually-hidden">What you pay now</caption>
      <tbody>
        {lines
          .filter(({ amount }) => amount > 0)
          .map(({ label, amount }) => (
            <Row key={label} label={label} amount={amount} />
          ))}
        {taken.map(({ label, amount }) => (
          <Row key={label} label={label} amount={-amount} />
        ))}
        <Row label="Subtotal" amount={subtotal} />
        {tax > 0 && <Row label={`Tax ${settings.tax.rate}% (${settings.tax.state})`} amount={tax} />}
        {cardFee > 0 && <Row label={`Credit card fee ${settings.credit_card.fee}%`} amount={cardFee} />}
        {method === 'bank' && subtotal > 0 && <Row label="Bank (ACH)" amount="Free" />}
      </tbody>
      <tfoot>
        <Row label="Total" amount={total} />
      </tfoot>
    </table>
  )
}

const Row = ({ label, amount }: { label: string; amount: number | string }) => (
  <tr>
    <th scope="row">{label}</th>
    <td className="numeric">{typeof amount === 'string' ? amount : formatMoney(toDollars(amount))}</td>
  </tr>
)
