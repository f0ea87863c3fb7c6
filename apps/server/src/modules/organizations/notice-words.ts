import type { Permission } from '@archwire/contract/permissions.ts'
import type { OrganizationRole } from '@archwire/contract/roles.ts'
import type { EventOf } from '@archwire/contract/subjects.ts'
import type { OrganizationAudience } from '../notifications/index.ts'

interface NoticeWords {
  /** People of the practice or of the lab, or the lab's people with a permission. */
  to: OrganizationAudience | { holders: Permission }
  /** The bell's text. */
  message: (organization: string) => string
  link: string | ((organizationId: number) => string)
}

/** The notices about an organization, by the activity that sends them (`notices/organization`). */
export const noticeWords: Partial<Record<EventOf<'organization'>, NoticeWords[]>> = {
  startup_fee_waived: [
    {
      to: 'managers',
      message: (organization) => `The start-up fee of ${organization} is waived`,
      link: '/',
    },
  ],
  disabled: [
    {
      to: 'managers',
      message: (organization) => `${organization} is disabled. You can read, but not change anything`,
      link: '/',
    },
  ],
  // The first payment of a practice has no invoice yet. Who pays sees the refusal on the page.
  payment_declined: [
    { to: 'owners', message: () => 'A payment for your practice was declined', link: '/account?tab=2' },
    {
      to: { holders: 'orders.manage' },
      message: (organization) => `A payment of ${organization} was declined`,
      link: (id) => `/organizations/${id}`,
    },
  ],
  enabled: [{ to: 'managers', message: (organization) => `${organization} is enabled again`, link: '/' }],
}

/** Changes of a practice's owners and managers that its owners get a notice about. */
export type OwnerChange = 'owner_made' | 'owner_demoted' | 'owner_removed' | 'owner_archived' | 'manager_removed'

interface OwnerWords {
  /** The bell's text, and the first sentence of the mail. */
  message: (person: string, practice: string) => string
  /** Of the mail. */
  subject: string
}

/** The notices to the owners of a practice about who else decides there (`notices/owners`). */
export const ownerWords: Record<OwnerChange, OwnerWords> = {
  owner_made: {
    message: (person, practice) => `${person} is now an owner of ${practice}`,
    subject: 'A new owner of your practice',
  },
  owner_demoted: {
    message: (person, practice) => `${person} is no longer an owner of ${practice}`,
    subject: 'A change of the owners of your practice',
  },
  owner_removed: {
    message: (person, practice) => `${person}, an owner, was removed from ${practice}`,
    subject: 'An owner was removed from your practice',
  },
  owner_archived: {
    message: (person, practice) => `The account of ${person}, an owner of ${practice}, was archived`,
    subject: 'The account of an owner of your practice was archived',
  },
  manager_removed: {
    message: (person, practice) => `${person}, a manager, was removed from ${practice}`,
    subject: 'A manager was removed from your practice',
  },
}

/** Which change a person's new role is; null for one that the owners are not told of, or none. */
export function ownerChange(before: OrganizationRole | null, after: OrganizationRole | null): OwnerChange | null {
  if (before === after) return null
  if (after === 'organization_owner') return 'owner_made'
  if (before === 'organization_owner') return after === null ? 'owner_removed' : 'owner_demoted'
  return before === 'organization_manager' && after === null ? 'manager_removed' : null
}

/** To people whose invitations ended because they can no longer send such ones (`people/who-invites`). */
export const invitationsEnded = (count: number, organization: string): string =>
  count === 1
    ? `Your open invitation to ${organization} has ended, because you may not send it any more`
    : `Your ${count} open invitations to ${organization} have ended, because you may not send them any more`
