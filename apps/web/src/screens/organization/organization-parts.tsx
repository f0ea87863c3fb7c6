import type { Organization } from '@archwire/contract/organizations/schema.ts'
import {
  addsLocations,
  changesDefaults,
  changesOrganization,
  managesLibraries,
  seesOrders,
  startsCases,
} from '@archwire/contract/required-permissions.ts'
import { lazy, type ReactNode } from 'react'
import { locationManagers } from '../../features/locations/managers.ts'
import { OrganizationDetails } from '../../features/organizations/organization-details.tsx'
import { allowed, roleOf, useSession, type Me } from '../../lib/session.tsx'
import { Part } from '../../ui/part.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import styles from './organization.module.css'
import type { PartName } from './part-names.ts'

const Members = lazy(async () => ({ default: (await import('../../features/members/members.tsx')).Members }))
const AssignedLocations = lazy(async () => ({
  default: (await import('../../features/locations/assigned-locations.tsx')).AssignedLocations,
}))
const DefaultsForms = lazy(async () => ({
  default: (await import('../../features/practice-defaults/practice-defaults.tsx')).DefaultsForms,
}))
const ManagementNotes = lazy(async () => ({
  default: (await import('../../features/organizations/management-notes.tsx')).ManagementNotes,
}))

const Contacts = lazy(async () => ({ default: (await import('../../features/contacts/contacts.tsx')).Contacts }))
const BillingAddress = lazy(async () => ({
  default: (await import('../../features/billing-address/billing-address.tsx')).BillingAddress,
}))
const PracticeInvoices = lazy(async () => ({
  default: (await import('../invoices/practice-invoices.tsx')).PracticeInvoices,
}))
const OwnPrices = lazy(async () => ({ default: (await import('../../features/pricing/own-prices.tsx')).OwnPrices }))
const BracketLibraries = lazy(async () => ({
  default: (await import('../../features/bracket-libraries/bracket-libraries.tsx')).BracketLibraries,
}))
const NotificationSettings = lazy(async () => ({
  default: (await import('../../features/notification-settings/notification-settings.tsx')).NotificationSettings,
}))

interface Shown {
  organization: Organization
  me: Me
  /** The reader's membership in it. */
  own: Me['organizations'][number] | undefined
  /** It is neither disabled nor archived. */
  open: boolean
  onDeleted: () => unknown
}

interface OrganizationPart {
  value: PartName
  label: string
  /** Whether this reader sees the part of this organization. Without it everyone does. */
  shown?: (what: Shown) => boolean
  render: (what: Shown) => ReactNode
}

/**
 * The parts of an organization in their order, one file each; a new one gets its name in `part-names.ts`. Members,
 * invitations, contacts and billing are hidden while it is disabled (`organizations/disabled`).
 */
const parts: readonly OrganizationPart[] = [
  {
    value: 'details',
    label: 'Details',
    render: ({ organization, onDeleted }) => <OrganizationDetails organization={organization} onDeleted={onDeleted} />,
  },
  {
    value: 'members',
    label: 'Members',
    shown: ({ organization }) => organization.disabled_at === null,
    render: ({ organization }) => <Members organization={organization} />,
  },
  {
    value: 'contacts',
    label: 'Contacts',
    shown: ({ organization, me }) => organization.disabled_at === null && isOfPractice(organization, me),
    render: ({ organization, me, own, open }) => (
      <Contacts organizationId={organization.id} mayChange={open && allowed(me, own, ...changesOrganization)} />
    ),
  },
  {
    value: 'billing',
    label: 'Billing address',
    shown: ({ organization, me }) => organization.disabled_at === null && isOfPractice(organization, me),
    render: ({ organization, me, own, open }) => (
      <BillingAddress organizationId={organization.id} mayChange={open && allowed(me, own, ...changesOrganization)} />
    ),
  },
  {
    value: 'invoices',
    label: 'Invoices',
    // Also while it is disabled (`billing/who-reads`).
    shown: ({ organization, me, own }) => isOfPractice(organization, me) && allowed(me, own, ...seesOrders),
    render: ({ organization }) => <PracticeInvoices organizationId={organization.id} />,
  },
  {
    value: 'prices',
    label: 'Prices',
    // What was agreed can be read also while it is disabled.
    shown: ({ organization, me }) => organization.kind === 'practice' && allowed(me, undefined, 'pricing.update'),
    render: ({ organization, open }) => <OwnPrices organizationId={organization.id} mayChange={open} />,
  },
  {
    value: 'locations',
    label: 'Locations',
    render: ({ organization, me, own }) => (
      <AssignedLocations organizationId={organization.id} listPath={locationListOf(me, own, organization.id)} />
    ),
  },
  {
    value: 'defaults',
    label: 'Practice defaults',
    shown: ({ organization, me, own, open }) =>
      open && organization.kind === 'practice' && allowed(me, own, ...changesDefaults),
    render: ({ organization }) => (
      <div className={styles.part}>
        <DefaultsForms organizationId={organization.id} />
      </div>
    ),
  },
  {
    value: 'libraries',
    label: 'Bracket libraries',
    shown: ({ organization, me, own }) => organization.kind === 'practice' && allowed(me, own, ...startsCases),
    render: ({ organization, me, own, open }) => (
      <BracketLibraries organizationId={organization.id} mayManage={open && allowed(me, own, ...managesLibraries)} />
    ),
  },
  {
    value: 'notifications',
    label: 'Notifications',
    shown: ({ organization, me }) => isOfPractice(organization, me),
    render: ({ organization, me, own, open }) => (
      <NotificationSettings
        organizationId={organization.id}
        mayChange={open && allowed(me, own, 'organization.notification-settings.update')}
      />
    ),
  },
  {
    value: 'notes',
    label: 'Notes',
    shown: ({ organization }) => organization.management_notes !== null,
    render: ({ organization }) => <ManagementNotes organization={organization} />,
  },
]

/** What belongs to a practice and to the lab: a partner lab that it named does not read it. */
const isOfPractice = ({ kind }: Organization, me: Me): boolean => kind === 'practice' && roleOf(me) !== 'lab_partner'

/** The list of these locations, for those who open one. */
function locationListOf(me: Me, own: Shown['own'], id: number): string | undefined {
  const role = roleOf(me)
  if (role !== null && locationManagers.includes(role)) return `/organizations/${id}/locations`
  return own && (role === 'doctor' || allowed(me, own, ...addsLocations)) ? '/locations' : undefined
}

interface Props {
  organization: Organization
  /** The open part. */
  part: string | undefined
  onPart: (part: string) => void
  onDeleted: () => unknown
}

/** The parts of an organization, one at a time. */
export function OrganizationParts({ organization, part, onPart, onDeleted }: Props) {
  const { me } = useSession()
  const what: Shown = {
    organization,
    me,
    own: me.organizations.find(({ id }) => id === organization.id),
    open: organization.disabled_at === null && !organization.is_archived,
    onDeleted,
  }
  return (
    <Tabs
      label="Organization"
      side
      value={part}
      onChange={onPart}
      tabs={parts.map(({ value, label, shown, render }) => ({
        value,
        label,
        shown: shown?.(what) ?? true,
        render: () => (
          <Part key={value} id={value}>
            <div className={styles.content}>{render(what)}</div>
          </Part>
        ),
      }))}
    />
  )
}
