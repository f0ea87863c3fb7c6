import { Wordmark } from '../brand.tsx'
import { PagePending } from '../ui/page-states.tsx'
import styles from './frame-pending.module.css'

/** The shell's bar and menu in outline, around the outline of a page: who is signed in is not known yet. */
export const FramePending = () => (
  <div className={styles.frame}>
    <div className={styles.bar}>
      <Wordmark size={27} />
    </div>
    <div className={styles.menu} />
    <PagePending />
  </div>
)
