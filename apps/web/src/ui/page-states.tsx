import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, messageOf } from '../lib/api.ts'
import { Refusal } from '../lib/guard.ts'
import styles from './page-states.module.css'

/** A page that cannot be shown: explains why, and offers a way on. */
export function PageError({ error, reset }: ErrorComponentProps) {
  if (error instanceof Refusal) return <Notice title={error.message} />
  if (error instanceof ApiError && error.status === 404) return <PageMissing />
  if (error instanceof ApiError && error.status === 403) return <Notice title={error.message} />
  return (
    <Notice title="This page could not be shown." text={messageOf(error)}>
      <button className={styles.again} type="button" onClick={() => (reset(), location.reload())}>
        Try again
      </button>
    </Notice>
  )
}

export const PageMissing = () => <Notice title="Page Not Found" />

/** Replaces a page while its first data loads. */
export const PagePending = () => (
  <output className={styles.pending} aria-label="Loading">
    <span />
    <span />
    <span />
  </output>
)

function Notice({ title, text, children }: { title: string; text?: string; children?: React.ReactNode }) {
  return (
    <div className={styles.notice}>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <div className={styles.actions}>
        {children}
        <Link to="/">Go to Home</Link>
      </div>
    </div>
  )
}
