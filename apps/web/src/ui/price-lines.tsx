import { formatMoney } from '@archwire/contract/core/money.ts'
import type { CasePriceShown } from '@archwire/contract/pricing/schema.ts'
import styles from './price-lines.module.css'

interface Props {
  /** In dollars. */
  price: Pick<CasePriceShown, 'lines' | 'total'>
  /** The prices are made up for a demonstration. */
  invented?: boolean | undefined
  /** What costs it. */
  of?: 'case' | 'print'
  /** The lines are shown from the start. */
  opened?: boolean
}

/** What a case or a print costs: the sum, and behind it each line with what brings it (`rx-form/price`). */
export const PriceLines = ({ price: { lines, total }, invented, of = 'case', opened = false }: Props) => (
  <details className={styles.price} open={opened}>
    <summary>
      <span>Price</span>
      <strong role="status" aria-label={`Price of the ${of}`}>
        {formatMoney(total)}
      </strong>
    </summary>
    <ul>
      {lines.map(({ fee, label, why, quantity, unit, amount }) => (
        <li key={fee}>
          <span>
            {label}
            <small>{quantity > 1 ? `${quantity} × ${formatMoney(unit)}. ${why}` : why}</small>
          </span>
          <span className="numeric">{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
    {invented && <p>These prices are invented for the demonstration.</p>}
    <p>
      {lines.length === 0 ? 'No charge for these items. ' : ''}Excludes monthly fee, volume discount, tax and card fee.
    </p>
  </details>
)
