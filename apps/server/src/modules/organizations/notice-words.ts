import type { EventOf } from '@archwire/contract/subjects.ts'
import type { OrganizationAudience } from '../notifications/index.ts'

interface NoticeWords {
  to: OrganizationAudience
  /** The bell's text. */
  message: (organization: string) => string
  link: string
}

/** The notices about an organization, one entry per activity that sends any (`notices/organization`). */
export const noticeWords: Partial<Record<EventOf<'organization'>, NoticeWords>> = {
  startup_fee_waived: {
    to: 'managers',
    message: (organization) => `The start-up fee of ${organization} is waived`,
    link: '/',
  },
  disabled: {
    to: 'managers',
    message: (organization) => `${organization} is disabled. You can read, but not change anything`,
    link: '/',
  },
  enabled: { to: 'managers', message: (organization) => `${organization} is enabled again`, link: '/' },
}
