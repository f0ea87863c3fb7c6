import { GettingStarted as Entry } from '../features/onboardings/getting-started.tsx'
import styles from './this-browser.module.css'

/** The way to the checklist, at the foot of the menu (`onboarding/checklist`). */
export const GettingStarted = ({ onOpen }: { onOpen?: (() => void) | undefined }) => (
  <div className={styles.foot}>
    <Entry className={styles.entry} onOpen={onOpen} />
  </div>
)
