import { Pairs, type WordsAndValues } from './pairs.tsx'
import styles from './standing.module.css'

/** Who has it now, what happens next, and by when: readable at a glance. */
export const Standing = ({ facts }: { facts: WordsAndValues }) => <Pairs facts={facts} className={styles.standing} />
