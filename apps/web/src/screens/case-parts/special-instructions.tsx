import styles from './special-instructions.module.css'

/** What the practice asks for in words: the first thing under the head of a case or a request (`screens/instructions`). */
export const SpecialInstructions = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p className={styles.instructions}>
      <strong>Special instructions</strong> {text}
    </p>
  ) : null
