import type { ReactNode } from 'react'
import styles from './paper.module.css'

/** A page that is a sheet of paper: the bar above it stays on the screen, the sheet alone goes to the printer. */
export const PaperPage = ({ bar, children }: { bar: ReactNode; children: ReactNode }) => (
  <main className={styles.page}>
    <div className={styles.bar}>{bar}</div>
    {children}
  </main>
)

/** A part of a sheet under its heading. */
export const PaperPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    {children}
  </section>
)
