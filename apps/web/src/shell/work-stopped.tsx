import { orders } from '@archwire/contract/client/orders'
import { settings } from '@archwire/contract/client/settings'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { formatPhone } from '@archwire/contract/core/phone.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../lib/query.ts'
import { settingsQuery } from '../lib/lab-settings.ts'
import { formatDayOf } from '../lib/format.ts'
import { allowed, nameOf, useSession, type Organization } from '../lib/session.tsx'
import { Note } from '../ui/states.tsx'
import styles from './work-stopped.module.css'

/**
 * That the current organization begins nothing new, above every page of its people: why, and who pays
 * (`billing/blocked`); or that its subscription is suspended (`organizations/suspended`), or it is disabled.
 */
export function WorkStopped() {
  const { me, organization } = useSession()
  if (!organization) return null
  const pays = allowed(me, organization, 'organization.f_m_payment_methods.update')
  return (
    <div className={styles.stopped} data-screen-only>
      {organization.disabled_at && <Disabled organization={organization} since={organization.disabled_at} />}
      {organization.blocked && (
        <Note tone="error">
          <span>
            New cases, prints and corrections are blocked, because an invoice is not paid.
            {!pays && ` ${organization.owner_name ?? 'The owner'} can pay it.`}
          </span>
          {pays && <HowToPay organization={organization} />}
        </Note>
      )}
      {organization.suspended && (
        <Note tone="warning">
          New cases, prints and corrections are stopped, because the subscription is suspended.
        </Note>
      )}
    </div>
  )
}

/** Everything can be read and nothing done, which no button can say by itself (`organizations/disabled`). */
function Disabled({ organization, since }: { organization: Organization; since: string }) {
  const lab = useQuery(settingsQuery).data?.settings.lab
  const contact = useQuery(query(settings.portal, {})).data?.contact
  const phone = lab?.phone_number ? formatPhone(lab.phone_number) : contact?.phone
  const ways = [
    phone && { label: phone, href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` },
    contact?.email && { label: contact.email, href: `mailto:${contact.email}` },
  ].filter((way) => typeof way === 'object')
  return (
    <Note tone="error">
      <span>
        {nameOf(organization)} was disabled by the lab on {formatDayOf(since)}.
        {organization.disabled_reason && (
          <>
            {' '}
            Reason: <q translate="no">{organization.disabled_reason}</q>
          </>
        )}{' '}
        You can read and download everything, but nothing can be started or changed.
        {ways.length > 0 && ' Ask the lab:'}
        {ways.map(({ label, href }, index) => (
          <span key={href} translate="no">
            {index === 0 ? ' ' : ', '}
            <a href={href}>{label}</a>
          </span>
        ))}
        {ways.length > 0 && '.'}
      </span>
    </Note>
  )
}

/** What has to be paid until the block is lifted, if it is known, and the way there. */
function HowToPay({ organization: { id } }: { organization: Organization }) {
  const { data } = useQuery(
    query(orders.listOfOrganization, { params: { id }, query: { fm_invoice_status: 'BLOCKED,NOT_PAID' } }),
  )
  // A sum of the first page alone would be too low.
  const unpaid = data && data.orders.length === data.meta.total ? data.orders : []
  return (
    <>
      {unpaid.length > 0 && (
        <span className="numeric">Not paid: {formatMoney(unpaid.reduce((sum, { total }) => sum + total, 0))}</span>
      )}
      <Link to="/account" search={{ tab: '4' }}>
        Pay the invoice
      </Link>
    </>
  )
}
