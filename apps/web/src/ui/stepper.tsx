import styles from './stepper.module.css'

export interface Step {
  /** Its place in the address: `?step=1`. */
  value: string
  label: string
  /** Whether everything that it asks for is there. */
  done: boolean
  /** Whether it can be opened now. */
  open: boolean
}

interface Props {
  /** What the steps lead through, for screen readers. */
  label: string
  steps: readonly Step[]
  /** The step that is shown; it need not be among these. */
  value: string
  onChange: (value: string) => void
}

/** How far a form of several pages has got (`screens/steps`). Steps that are not reached yet cannot be opened. */
export const Stepper = ({ label, steps, value, onChange }: Props) => (
  <nav aria-label={label}>
    <ol className={styles.steps}>
      {steps.map(({ value: step, label: name, done, open }) => (
        <li key={step} className={styles.step}>
          <button
            type="button"
            className={styles.button}
            aria-current={step === value ? 'step' : undefined}
            data-done={done || undefined}
            disabled={!open}
            onClick={() => step !== value && onChange(step)}
          >
            <span className={styles.mark} aria-hidden="true" />
            {name}
            {done && <span className="visually-hidden"> (done)</span>}
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
