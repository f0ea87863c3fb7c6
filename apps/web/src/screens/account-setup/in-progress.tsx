import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './account-setup.module.css'
import { Problem } from './order-step.tsx'
import type { Purchase } from './use-purchase.ts'

/** A payment was started, here or elsewhere, and its result is not known yet. The page continues when it is. */
export function InProgress({ purchase }: { purchase: Purchase }) {
  const { problem, again, busy } = purchase
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.step} aria-label="Payment in progress">
      <h2 ref={heading} tabIndex={-1}>
        Payment in progress
      </h2>
      <p className={styles.waiting}>
        <Loader size="sm" aria-hidden="true" />
        <span>
          The payment was started, and the payment provider has not confirmed it yet. This page will continue
          automatically. You can also close it and come back later: nothing will be charged twice.
        </span>
      </p>
      {problem?.kind === 'unanswered' && <Problem problem={problem} again={again} busy={busy} />}
    </section>
  )
}
