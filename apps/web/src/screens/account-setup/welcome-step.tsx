import { ActionButton } from '../../ui/action-button.tsx'
import { useSession } from '../../lib/session.tsx'
import styles from './account-setup.module.css'
import { StepButtons } from './step-buttons.tsx'

interface Props {
  lab: string
  onNext: () => void
}

/** What the setup asks for, before it asks. */
export function WelcomeStep({ lab, onNext }: Props) {
  const { me } = useSession()
  const parts = [
    ['Account Details', 'The name of your practice, and the address where we send trays and models.'],
    ['Payment method', 'A credit card or a bank account. The payment provider stores its number, we do not.'],
    ['Order summary', 'What you pay now. If you have a promotion code, enter it there.'],
  ] as const
  return (
    <>
      <p>
        Welcome to {lab}, {me.first_name}. After these steps you can start your first case. What you save is kept: you
        can continue at any time, on any device.
      </p>
      <dl className={styles.parts}>
        {parts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <StepButtons>
        <ActionButton why={undefined} onClick={onNext}>
          Next
        </ActionButton>
      </StepButtons>
    </>
  )
}
