import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Ago } from './badges.tsx'
import styles from './timeline.module.css'

export interface TimelineEntry {
  id: number
  icon: ReactNode
  at: string
  who: string
  label: string
  from: string | null
  to: string | null
  note: string | null
  /** A way to more about it. */
  more?: ReactNode
}

/** What happened, newest first: who, what, from which state to which, why. */
export const Timeline = ({ label, entries }: { label: string; entries: TimelineEntry[] }) => (
  <ol className={styles.timeline} aria-label={label}>
    {entries.map(({ id, icon, at, who, label, from, to, note, more }) => (
      <li key={id}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <div>
          <p>
            <strong>{label}</strong>
            {to && to !== from && (
              <span className={styles.move}>
                {from && (
                  <>
                    {from} <IconArrowRight size={12} aria-label="to" role="img" />{' '}
                  </>
                )}
                {to}
              </span>
            )}
          </p>
          {note && <blockquote>{note}</blockquote>}
          <small>
            {who} · <Ago at={at} />
          </small>
          {more}
        </div>
      </li>
    ))}
  </ol>
)
