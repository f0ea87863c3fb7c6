import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import type { ReactNode } from 'react'
import { StatusStrip } from '../../ui/status-strip.tsx'
import styles from './case-facts.module.css'
import { isFact, shownTogether, summaryItems } from './summary-items.ts'

interface Props {
  form: RxForm | null
  /** Where the case stands. */
  children: ReactNode
}

/** Where the case stands, and beside it what is made: product, bonding, jaws, arch mode (`screens/case-order`). */
export const AtAGlance = ({ form, children }: Props) => (
  <div className={styles.glance}>
    {children}
    {form && (
      <section aria-label="What is made">
        <StatusStrip items={summaryItems(form, shownTogether(form), isFact)} />
      </section>
    )}
  </div>
)
