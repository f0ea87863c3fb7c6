import type { Permission } from '@archwire/contract/permissions.ts'
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
