import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, messageOf } from '../lib/api.ts'
import { Refusal } from '../lib/guard.ts'
import { holdsNothing, useWorkKept } from '../lib/unsaved-work.ts'
import styles from './page-states.module.css'

/** A page that cannot be shown: explains why, and offers a way on. */
export function PageError({ error, reset }: ErrorComponentProps) {
  if (error instanceof Refusal) return <Notice title={error.message} />
  if (error instanceof ApiError && error.status === 404) return <PageMissing />
  if (error instanceof ApiError && error.status === 403) return <Notice title={error.message} />
  return <Failed error={error} reset={reset} />
}

function Failed({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()
  useWorkKept()
  const again = () => {
    reset()
    // A reload would lose files on their way.
    if (holdsNothing()) location.reload()
    else void router.invalidate()
  }
  return (
    <Notice title="This page could not be shown." text={messageOf(error)}>
      <button className={styles.again} type="button" onClick={again}>
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
