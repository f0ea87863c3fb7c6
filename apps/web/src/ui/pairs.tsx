import type { ReactNode } from 'react'

/** Terms and their values; pairs without a value are left out. */
export type WordsAndValues = (readonly [string, ReactNode])[]

export const Pairs = ({ items, className }: { items: WordsAndValues; className: string | undefined }) => (
  <dl className={className}>
    {items
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([word, value]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
