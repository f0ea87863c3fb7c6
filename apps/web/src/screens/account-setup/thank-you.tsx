import type { OrderBrief } from '@archwire/contract/billing/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { organizationTab } from '../organization/organization-tab.ts'
import styles from './account-setup.module.css'

interface Props {
  organizationId: number
  order: OrderBrief | null
}

/** What a new practice settles before or beside its first cases, as parts of its organization. */
const next = [
  { part: 'members', label: 'Invite your colleagues', text: 'Doctors and staff work in the portal with you.' },
  { part: 'defaults', label: 'Set your practice defaults', text: 'New cases begin with what you usually prescribe.' },
  { part: 'libraries', label: 'Add your bracket libraries', text: 'The lab places the brackets that you use.' },
  { part: 'notifications', label: 'Choose your notifications', text: 'Who hears what, by email and in the bell.' },
] as const

/** The setup is finished: the receipt, the first case, and what else a new practice settles. */
export function ThankYou({ organizationId, order }: Props) {
  const { organization } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isReady = Boolean(organization?.main_location && organization.startup_fee_paid)
  const links = [
    ...(order ? [{ label: 'Show the receipt', to: `/orders/${order.id}`, main: false }] : []),
    { label: 'Start your first case', to: `/organizations/${organizationId}/rx-forms/add`, main: true },
  ]
  return (
    <section className={styles.step} aria-label="Order">
      <h2 ref={heading} tabIndex={-1}>
        Thank you for your order.
      </h2>
      {order && <p>{wordsOf(order)}</p>}
      <div className={styles.links}>
        {/* Until the session knows the main location, the setup would be all that opens. */}
        {links.map(({ label, to, main }) =>
          isReady ? (
            <LinkButton key={label} to={to} command={label} {...(main ? { main } : { variant: 'default' })}>
              {label}
            </LinkButton>
          ) : (
            <Button key={label} loading variant={main ? 'filled' : 'default'}>
              {label}
            </Button>
          ),
        )}
      </div>
      {isReady && (
        <section aria-label="What comes next">
          <h3>What comes next</h3>
          <ul className={styles.next}>
            {next.map(({ part, label, text }) => (
              <li key={part}>
                <Link to={'/account' as string} search={{ tab: organizationTab, part } as never}>
                  {label}
                </Link>
                <small>{text}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}

function wordsOf({ total, fm_invoice_status: status }: OrderBrief): string {
  if (total === 0) return 'Nothing was charged. Your account is ready.'
  if (status === 'PENDING')
    return `The payment of ${formatMoney(total)} from your bank account takes a few days. You can start cases now.`
  return `${formatMoney(total)} was charged. Your account is ready.`
}
