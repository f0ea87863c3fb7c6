import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent, type ReactNode } from 'react'
import { copyright, Wordmark } from '../brand.tsx'
import { ApiError, messageOf } from '../lib/api.ts'
import { Refusal } from '../lib/refusal.ts'
import { lineNow, whenLineIsBack } from '../lib/line.ts'
import { SessionContext } from '../lib/session.tsx'
import { holdsNothing, useWorkKept } from '../lib/unsaved-work.ts'
import { HelpButton } from './help/help-button.tsx'
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
  useWhenReachable(error, again)
  return (
    <Notice title="This page could not be shown." text={messageOf(error)}>
      <button className={styles.again} type="button" onClick={again}>
        Try again
      </button>
    </Notice>
  )
}

/**
 * Tries a page again whose style sheet did not arrive, once the portal can be reached (`screens/line`): the router takes
 * that page's parts for loaded, and the build that sheet. Once for each sheet where nothing says that the line was down.
 */
function useWhenReachable(error: unknown, again: () => void): void {
  const retry = useEffectEvent(again)
  useEffect(() => {
    if (!(error instanceof Error && error.message.includes('preload CSS'))) return undefined
    const key = `archwire.retried ${error.message}`
    if (lineNow() === 'up' && sessionStorage.getItem(key) === null) {
      sessionStorage.setItem(key, '1')
      retry()
    }
    return whenLineIsBack(retry)
  }, [error])
}

export const PageMissing = () => <Notice title="Page Not Found" />

/** Replaces a page while its first data loads. */
export const PagePending = () => (
  <output className="outline-page" aria-label="Loading">
    <span />
    <span />
    <span />
  </output>
)

interface NoticeProps {
  title: string
  text?: string
  children?: ReactNode
}

/** Inside the shell the message alone; elsewhere with the logo, the way home and the help around it. */
function Notice(props: NoticeProps) {
  if (use(SessionContext)) return <Message {...props} />
  return (
    <div className={styles.frame}>
      <header>
        <Link to="/" aria-label="Archwire, home">
          <Wordmark size={27} />
        </Link>
      </header>
      <main>
        <Message {...props} />
      </main>
      <footer>{copyright}</footer>
    </div>
  )
}

const Message = ({ title, text, children }: NoticeProps) => (
  <div className={styles.notice}>
    <h1>{title}</h1>
    {text && <p>{text}</p>}
    <div className={styles.actions}>
      {children}
      <Link to="/">Go to Home</Link>
      <HelpButton className={styles.help} />
    </div>
  </div>
)
