import type { ReactNode } from 'react'
import styles from './standing.module.css'

/** Who has it now, what happens next, and by when: readable at a glance. Pairs without a value are left out. */
export const Standing = ({ facts }: { facts: (readonly [string, ReactNode])[] }) => (
  <dl className={styles.standing}>
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
