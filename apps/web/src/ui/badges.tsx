import type { StatusColor } from '@archwire/contract/core/fields.ts'
import type { ComponentType, ReactNode } from 'react'
import { useTimeAs } from '../lib/clock.ts'
import { formatAgo, formatDay, formatInstant, initialsOf } from '../lib/format.ts'
import styles from './badges.module.css'

/** Colors of states (`screens/colors`), by the names that the contract's tables carry. */
const tones: Record<StatusColor, string> = {
  gray: styles.gray!,
  grape: styles.purple!,
  blue: styles.blue!,
  teal: styles.teal!,
  green: styles.green!,
  red: styles.darkRed!,
  orange: styles.orange!,
}

/** Tags know a brighter red besides, that of what stops the work (Duplicated); canceled is dark red. */
const tagTones = { ...tones, bright: styles.brightRed! }

export interface StatusLike {
  label: string
  color: StatusColor
}

/** A state: its color and always its name. */
export const StatusBadge = ({ status }: { status: StatusLike }) => (
  <span className={`${styles.status} ${tones[status.color]}`}>{status.label}</span>
)

interface TagProps {
  tone?: keyof typeof tagTones
  /** Stands for the words in a cell without room for them (`ui/list/cells.module.css`); nowhere else is it drawn. */
  icon?: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  /** Its words are heard and shown on hover alone. */
  iconOnly?: boolean
  children: ReactNode
}

/** A short remark beside a name: On hold, Rush, Archived. */
export const Tag = ({ tone = 'gray', icon: Icon, iconOnly = false, children }: TagProps) => (
  <span
    className={`${styles.tag} ${tagTones[tone]}`}
    title={typeof children === 'string' ? children : undefined}
    data-icon={Icon && (iconOnly ? 'only' : 'beside')}
  >
    {Icon ? (
      <>
        <Icon size={12} stroke={2.2} aria-hidden />
        <span className={iconOnly ? 'visually-hidden' : undefined}>{children}</span>
      </>
    ) : (
      children
    )}
  </span>
)

const hour = 3_600_000

const ageText = (age: number): string =>
  age < hour
    ? `${Math.floor(age / 60_000)} min`
    : age < 48 * hour
      ? `${Math.floor(age / hour)} h`
      : `${Math.floor(age / (24 * hour))} d`

interface AgeProps {
  since: string | null
  paused?: boolean
  /** The reader's side must act, and the ship date is today or past: only then an old step is red. */
  urgent?: boolean
}

/**
 * How long a step has waited: up to 6 hours okay, up to 12 a warning, then danger; neutral without a time or on hold
 * (`work/age`). Weight and a sign tell the three apart; danger is red where the ship date makes it so (decision 170).
 */
export function AgeChip({ since, paused, urgent = false }: AgeProps) {
  const age = (now: number) => Math.max(0, now - Date.parse(since ?? ''))
  const text = useTimeAs((now) => ageText(age(now)))
  const tone = useTimeAs((now) => (age(now) <= 6 * hour ? 'okay' : age(now) <= 12 * hour ? 'warning' : 'danger'))
  if (since === null || paused)
    return <span className={`${styles.age} ${styles.neutral}`}>{paused ? 'paused' : '–'}</span>
  return (
    <span
      className={`${styles.age} ${styles[tone]} numeric`}
      title={`Since ${formatInstant(since)}`}
      data-urgent={(tone === 'danger' && urgent) || undefined}
    >
      {text}
      {tone === 'danger' && (
        <>
          <span aria-hidden="true">!</span>
          <span className="visually-hidden">, more than 12 hours</span>
        </>
      )}
    </span>
  )
}

interface DueDateProps {
  day: string | null
  today: string
  done?: boolean
  /** Somebody else is to act: the color stays, nobody is called late. */
  quiet?: boolean
}

/** A due day: past is red, today bold green, unless it is done (`requests/ship-date`). */
export function DueDate({ day, today, done, quiet }: DueDateProps) {
  if (day === null) return <span className={styles.none}>–</span>
  const tone = done ? '' : day < today ? styles.overdue : day === today ? styles.today : ''
  return (
    <span className={`${tone} numeric`}>
      {formatDay(day)}
      {!done && !quiet && day < today && <span className={styles.word}> late</span>}
      {!done && day === today && <span className={styles.word}> today</span>}
    </span>
  )
}

/** A moment in relative terms, the exact time on hover and on paper. */
export function Ago({ at }: { at: string | null }) {
  const text = useTimeAs((now) => (at === null ? '–' : formatAgo(at, now)))
  if (at === null) return <span className={styles.none}>{text}</span>
  return (
    <time dateTime={at} title={formatInstant(at)} className={`${styles.ago} numeric`}>
      <span>{text}</span>
    </time>
  )
}

/** Initials, name and role of a person. */
export const Person = ({ name, role }: { name: string; role?: string }) => (
  <span className={styles.person}>
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(name)}
    </span>
    <span className={styles.who}>
      <span translate="no">{name}</span>
      {role && <small>{role}</small>}
    </span>
  </span>
)
