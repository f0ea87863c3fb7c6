import styles from './description-list.module.css'
import { Pairs, type WordsAndValues } from './pairs.tsx'

interface Props {
  items: WordsAndValues
  /** Side by side where there is room. */
  columns?: boolean
}

/** Terms and their values, a line each. */
export const DescriptionList = ({ items, columns }: Props) => (
  <Pairs items={items} className={columns ? `${styles.list} ${styles.columns}` : styles.list} />
)
