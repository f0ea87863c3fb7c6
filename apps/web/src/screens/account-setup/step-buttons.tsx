import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import styles from './account-setup.module.css'

interface Props {
  /** Absent: there is no step before this one. */
  onBack?: (() => void) | undefined
  /** The button that leads on. */
  children: ReactNode
}

export const BackButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    Back
  </Button>
)

/** The buttons below a step. */
export const StepButtons = ({ onBack, children }: Props) => (
  <div className={styles.buttons}>
    {onBack && <BackButton onClick={onBack} />}
    <span className={styles.forward}>{children}</span>
  </div>
)
