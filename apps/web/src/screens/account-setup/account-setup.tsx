import type { Settings } from '@archwire/contract/settings/routes.ts'
import { useSession, nameOf } from '../../lib/session.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './account-setup.module.css'

const dollars = (amount: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount)

/**
 * What the owner of a new practice has to do: the steps, what they cost, and whom to ask (`organizations/setup-first`).
 */
export function AccountSetup({ settings }: { settings: Settings }) {
  const { me, organization } = useSession()
  const fee = dollars(settings.registration_fee)
  const { lab } = settings.brand
  const steps = [
    { title: 'Welcome', text: `What ${lab} does for your practice, and what you need to have ready.` },
    {
      title: 'Account Details',
      text: 'The name of your practice, and your main location: where we send trays and models, and how to reach you.',
    },
    {
      title: 'Payment method',
      text: 'A credit card or a bank account. It is stored by the payment provider, not by us.',
    },
    {
      title: 'Order summary',
      text: `The ${fee} registration fee, less a promotion code if you have one. Then you can start your first case.`,
    },
  ]
  return (
    <Page title="Account Setup" narrow subtitle={organization && <span>{nameOf(organization)}</span>}>
      <Note>
        The one-time {fee} start-up fee is charged when you finish the setup. Monthly billing begins 30 days later.
      </Note>
      <p className={styles.lead}>Welcome, {me.first_name}. Four short steps lead to your first case:</p>
      <ol className={styles.steps}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <section className={styles.meanwhile} aria-label="Until then">
        <h2>Until then</h2>
        <p>
          {lab} collects your practice’s details and payment together with you. Tell your contact there that you are
          ready. When your account is set up, this page opens your list of patients automatically.
        </p>
      </section>
    </Page>
  )
}
