import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface Props {
  /** Pairs of a word and its value; pairs without a value are left out. */
  facts: (readonly [string, ReactNode])[]
  /** Side by side where there is room. */
  columns?: boolean
}

/** Words and their values. */
export const Facts = ({ facts, columns }: Props) => (
  <dl className={columns ? `${styles.facts} ${styles.columns}` : styles.facts}>
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([word, value]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
