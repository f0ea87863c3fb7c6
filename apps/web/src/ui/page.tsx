import type { HistoryState } from '@tanstack/history'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { listAsLeft } from '../lib/left-rows.ts'
import styles from './page.module.css'

interface Props {
  title: ReactNode
  /** The page above this one: its label, and where it is. */
  above?: { label: string; to: string; search?: object; state?: HistoryState }
  /** Beside the way up: the way to the neighbors of this record. */
  beside?: ReactNode
  badge?: ReactNode
  /** One line: the essentials of this record. */
  subtitle?: ReactNode
  actions?: ReactNode
  /** Forms and records are narrower than lists. */
  narrow?: boolean
  /** A list: its rows begin as high up as they can. */
  list?: boolean
  children: ReactNode
}

/** Where this document began: its first page takes no focus. Tests of routes have no document. */
const firstAddress = globalThis.document?.URL

/** The head that all pages share, and their content. */
export function Page({ title, above, beside, badge, subtitle, actions, narrow, list, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus went with the page before: reading and the keys begin at the new one (`screens/focus`).
  useEffect(() => {
    if (document.URL !== firstAddress && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={[styles.page, narrow && styles.narrow, list && styles.list].filter(Boolean).join(' ')}>
      <header className={styles.head}>
        <div className={styles.titles}>
          {above && (
            <div className={styles.above}>
              <nav aria-label="Breadcrumb">
                <span aria-hidden="true">‹</span>
                <WayUp {...above} />
              </nav>
              {beside}
            </div>
          )}
          <div className={styles.title}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {badge}
          </div>
          {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The way to the page above; to the list that this page was opened from, as it was (`screens/way-back`). */
export function WayUp({ label, to, ...given }: NonNullable<Props['above']>) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { search, state } = listAsLeft(to, path) ?? given
  return (
    <Link to={to} search={search as never} state={state as never} resetScroll={state?.row === undefined}>
      {label}
    </Link>
  )
}

interface SectionProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a page. */
export const Section = ({ title, actions, children }: SectionProps) => (
  <section className={styles.section} aria-label={title}>
    <div className={styles.sectionHead}>
      <h2>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
)
