import { lazy, useEffect } from 'react'
import { EmailPart, ProfileForm } from '../../features/account/index.ts'
import { PasswordLink } from '../../features/auth/password-link.tsx'
import { AdditionalEmails } from '../../features/users/additional-emails.tsx'
import { allowed, useSession } from '../../lib/session.tsx'
import { PagePending } from '../../ui/page-states.tsx'
import { Page } from '../../ui/page.tsx'
import { Part } from '../../ui/part.tsx'
import { Tabs, type Tab } from '../../ui/tabs/tabs.tsx'
import { organizationTab } from '../organization/organization-tab.ts'
import styles from './account-page.module.css'

const OwnOrganization = lazy(async () => ({
  default: (await import('../organization/own-organization.tsx')).OwnOrganization,
}))

const PaymentTab = lazy(async () => ({ default: (await import('./payment-tab.tsx')).PaymentTab }))

const ExtraTab = lazy(async () => ({ default: (await import('../../features/licenses/extra-tab.tsx')).ExtraTab }))

const PracticeInvoices = lazy(async () => ({
  default: (await import('../invoices/practice-invoices.tsx')).PracticeInvoices,
}))

interface Props {
  /** Whose tabs are meant, as the address says. */
  organizationId?: string | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  /** The open part of the tab Organization. */
  part?: string | undefined
  onPart?: (part: string) => void
}

/**
 * One's own account, a tab for each of its parts. Where the address names one of the person's organizations, that becomes
 * the current one (`organizations/current`).
 */
export function AccountPage({ organizationId, tab, onTab, part, onPart = () => {} }: Props) {
  const { me, organization, switchOrganization } = useSession()
  const named = me.organizations.find(({ id }) => String(id) === organizationId)?.id
  const other = named === organization?.id ? undefined : named
  useEffect(() => {
    if (other !== undefined) switchOrganization(other)
  }, [other, switchOrganization])
  const tabs: readonly Tab[] = [
    { value: '0', label: 'User', render: () => <UserTab /> },
    {
      value: '2',
      label: 'Payment',
      shown:
        !me.is_management &&
        organization !== undefined &&
        !organization.disabled &&
        allowed(me, organization, 'organization.f_m_payment_methods.update'),
      render: () =>
        organization && (
          <Part key={organization.id} id={`payment ${organization.id}`}>
            <PaymentTab organizationId={organization.id} />
          </Part>
        ),
    },
    {
      value: '3',
      label: 'Extra',
      shown:
        !me.is_management &&
        organization?.contract.license?.license_type.rules.allow_buy_seats === true &&
        allowed(me, organization, 'organization.f_m_payment_methods.update'),
      render: () =>
        organization && (
          <Part key={organization.id} id={`extra ${organization.id}`}>
            <ExtraTab organizationId={organization.id} />
          </Part>
        ),
    },
    {
      value: '4',
      label: 'Invoices',
      shown:
        !me.is_management && organization !== undefined && allowed(me, organization, 'organization.get-current-order'),
      render: () =>
        organization && (
          <Part key={organization.id} id={`invoices ${organization.id}`}>
            <PracticeInvoices organizationId={organization.id} />
          </Part>
        ),
    },
    {
      value: organizationTab,
      label: 'Organization',
      shown: !me.is_management && organization !== undefined && allowed(me, organization, 'organization.view'),
      render: () =>
        organization && (
          <Part key={organization.id} id={String(organization.id)}>
            <OwnOrganization id={organization.id} part={part} onPart={onPart} />
          </Part>
        ),
    },
  ]
  if (other !== undefined) return <PagePending />
  return (
    <Page
      title="Account"
      subtitle={
        <>
          <span translate="no">{me.full_name}</span>
          <span translate="no">{me.account_number}</span>
        </>
      }
      narrow
    >
      <Tabs label="Account" tabs={tabs} value={tab} onChange={onTab} />
    </Page>
  )
}

function UserTab() {
  const { me } = useSession()
  return (
    <div className={styles.parts}>
      <ProfileForm />
      <EmailPart />
      {me.is_management && <AdditionalEmails emails={me.additional_emails} />}
      <PasswordLink />
    </div>
  )
}
