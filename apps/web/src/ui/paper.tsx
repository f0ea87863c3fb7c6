import type { ReactNode } from 'react'
import styles from './paper.module.css'

/** A page that is a sheet of paper: the bar above it stays on the screen, the sheet alone goes to the printer. */
export const PaperPage = ({ bar, children }: { bar: ReactNode; children: ReactNode }) => (
  <main className={styles.page}>
    <div className={styles.bar}>{bar}</div>
    {children}
  </main>
)
