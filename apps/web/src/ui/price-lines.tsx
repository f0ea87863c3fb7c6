import { formatMoney } from '@archwire/contract/core/money.ts'
import type { CasePriceShown } from '@archwire/contract/pricing/schema.ts'
import { useSession } from '../lib/session.tsx'
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

/**
 * What a case or a print costs: the sum, and behind it each line with what brings it (`rx-form/price`), and whether its
 * price is the practice's own (`rx-form/own-prices`).
 */
export const PriceLines = ({ price: { lines, total }, invented, of = 'case', opened = false }: Props) => (
  <details className={styles.price} open={opened}>
    <summary>
      <span>Price</span>
      <strong role="status" aria-label={`Price of the ${of}`}>
        {formatMoney(total)}
      </strong>
    </summary>
    <ul>
      {lines.map(({ fee, label, why, quantity, unit, amount, own }) => (
        <li key={fee}>
          <span>
            {label}
            <small>{quantity > 1 ? `${quantity} × ${formatMoney(unit)}. ${why}` : why}</small>
            {own && <OwnPrice />}
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

/** Whose price it is, to people of the practice and to the lab. */
function OwnPrice() {
  const { me } = useSession()
  return <small>{me.is_management ? 'The practice’s own price' : 'Your practice’s price'}</small>
}
