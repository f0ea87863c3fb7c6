import { messageOf } from '../lib/api.ts'
import styles from './found-note.module.css'

interface Props {
  /** How many options are listed. */
  shown: number
  /** How many more there are. */
  more: number
  /** What to say where nothing was found. */
  none: string
  /** The search on the server; without it the options were found here. */
  found?: { error: Error | null; isPending: boolean }
}

/** The note below the options of a pick list that is searched: an error, loading, no match, or how many more there are. */
export function FoundNote({ shown, more, none, found }: Props) {
  if (found?.error)
    return (
      <p className={styles.note} role="alert">
        {messageOf(found.error)}
      </p>
    )
  if (found?.isPending) return <p className={styles.note}>Loading…</p>
  if (shown === 0) return <p className={styles.note}>{none}</p>
  return more > 0 && <p className={styles.note}>{more} more: type to find them.</p>
}
