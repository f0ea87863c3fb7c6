import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import styles from './account-setup.module.css'

interface Props {
  /** Absent: there is no step before this one. */
  onBack?: (() => void) | undefined
  /** The button that leads on. */
  children: ReactNode
}

/** The buttons below a step. */
export const StepButtons = ({ onBack, children }: Props) => (
  <div className={styles.buttons}>
    {onBack && (
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
    )}
    <span className={styles.forward} data-forward>
      {children}
    </span>
  </div>
)
