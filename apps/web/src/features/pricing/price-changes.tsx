import type { PriceChange } from '@archwire/contract/pricing/schema.ts'
import { nameOfField } from './price-groups.ts'
import { inOrder } from './price-values.ts'
import { wordPrice } from './price-words.ts'
import styles from './pricing.module.css'

interface Props {
  changes: PriceChange['changes']
  /** What stands for no price: the list's, of a practice. */
  none: string
}

/** Changed prices: each field with what it was and what it is then. */
export const PriceChanges = ({ changes, none }: Props) => (
  <dl className={styles.changes}>
    {inOrder(changes).map(({ field, before, after }) => (
      <div key={field}>
        <dt>{nameOfField(field)}</dt>
        <dd>
          <del>{wordPrice(field, before, none)}</del> <ins>{wordPrice(field, after, none)}</ins>
        </dd>
      </div>
    ))}
  </dl>
)
