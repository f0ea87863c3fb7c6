import { Pairs, type WordsAndValues } from './pairs.tsx'
import styles from './status-strip.module.css'

/** Who has it now, what happens next, and by when: readable at a glance. */
export const StatusStrip = ({ items }: { items: WordsAndValues }) => <Pairs items={items} className={styles.strip} />
