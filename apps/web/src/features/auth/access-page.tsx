import { useEffect, useRef, type ReactNode } from 'react'
import { copyright, Wordmark } from '../../brand.tsx'
import { ArchArt } from './arch-art.tsx'
import { HelpButton } from '../../ui/help/help-button.tsx'
import type { LastWords } from '../../lib/next-page.ts'
import styles from './access.module.css'

interface PageProps {
  title: string
  lead?: ReactNode
  /** Shown on the other half of wide windows, and below on others. */
  beside?: ReactNode
  children?: ReactNode
}

/**
 * The layout of every page before sign-in. Plain elements: these pages must show before the component library loads.
 */
export function AccessPage({ title, lead, beside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone with the page before: without this, the keyboard would start at the top again.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <div className={styles.middle}>
          <Wordmark size={34} />
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
        <footer className={styles.foot}>
          {copyright}
          <HelpButton className={styles.link} />
        </footer>
      </main>
      <ArchArt />
      {beside}
    </div>
  )
}

interface PressProps {
  title: string
  lead: ReactNode
  label: string
  onPress: () => void
}

/**
 * What a link in an email opens: it changes nothing until this button is pressed (`access/press`). Mail systems open links
 * themselves, scripts included.
 */
export const PressPage = ({ title, lead, label, onPress }: PressProps) => (
  <AccessPage title={title} lead={lead}>
    <button type="button" className={styles.submit} onClick={onPress}>
      {label}
    </button>
  </AccessPage>
)

/** A link that is being looked at. */
export const Working = () => <span className={styles.spinner} role="progressbar" aria-label="One moment, please." />

interface FormProps {
  /** What the page before, or this one, has to say. */
  notice?: LastWords
  /** The server's message about the form as a whole. */
  refusal?: ReactNode
  submit: () => Promise<void>
  busy: boolean
  /** The button's labels, idle and busy. */
  label: string
  working: string
  /** Shown as disabled. A press still names what is missing. */
  disabled?: boolean
  /** Called as soon as the person types. */
  onTouch?: () => void
  children: ReactNode
}

/** The form of such a page: refusal above, one button below. */
export const AccessForm = ({
  notice,
  refusal,
  submit,
  busy,
  label,
  working,
  disabled,
  onTouch,
  children,
}: FormProps) => (
  <form
    className={styles.form}
    noValidate
    onInput={onTouch}
    onSubmit={(event) => {
      event.preventDefault()
      if (!busy) void submit()
    }}
  >
    {notice && <output className={styles[notice.tone]}>{notice.text}</output>}
    {refusal && (
      <div className={styles.refusal} role="alert">
        {refusal}
      </div>
    )}
    {children}
    {/* Not `disabled`: that would take the focus away, and Enter would do nothing without a reason. */}
    <button className={styles.submit} type="submit" aria-disabled={busy || disabled} aria-busy={busy}>
      {busy ? working : label}
    </button>
  </form>
)
