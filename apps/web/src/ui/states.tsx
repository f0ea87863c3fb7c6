import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import styles from './states.module.css'

/** What a place is for while it is empty, and what fills it. */
export const EmptyState = ({
  title,
  text,
  action,
  heading,
}: {
  title: string
  text?: string
  action?: ReactNode
  /** The whole page is empty: its text is the page's heading. */
  heading?: boolean
}) => (
  <div className={styles.state}>
    {heading ? <h1>{title}</h1> : <strong>{title}</strong>}
    {text && <p>{text}</p>}
    {action}
  </div>
)

/** In place of a part of a page that is loading: what lies below is shown after it, so that nothing moves (`screens/first-paint`). */
export const PartLoading = () => (
  <p role="status" data-part-loading>
    Loading…
  </p>
)

/** An error in one part of a page, with a retry. */
export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className={styles.state} role="alert">
    <strong>This could not be loaded.</strong>
    <p>{messageOf(error)}</p>
    <Button variant="default" size="xs" onClick={onRetry}>
      Try again
    </Button>
  </div>
)

/** A remark above content: neutral, or a warning. */
export const Note = ({ tone = 'info', children }: { tone?: 'info' | 'warning' | 'error'; children: ReactNode }) => (
  <div className={`${styles.note} ${styles[tone]}`} role={tone === 'info' ? 'status' : 'alert'}>
    {children}
  </div>
)
