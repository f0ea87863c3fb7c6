import styles from './facts.module.css'
import { Pairs, type WordsAndValues } from './pairs.tsx'

interface Props {
  facts: WordsAndValues
  /** Side by side where there is room. */
  columns?: boolean
}

/** Words and their values, a line each. */
export const Facts = ({ facts, columns }: Props) => (
  <Pairs facts={facts} className={columns ? `${styles.facts} ${styles.columns}` : styles.facts} />
)
