import { CodeImage } from './code-image.tsx'
import styles from './label.module.css'

/** The bars of a case code, and under them in words what they and the square beside them say. */
export const CaseCode = ({ code }: { code: string }) => (
  <>
    <CodeImage text={code} kind="code128" />
    <span className={styles.number}>
      <small>Case code</small> {code} <small>(bars and QR)</small>
    </span>
  </>
)
