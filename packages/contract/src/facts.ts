import { caseEvents } from './events.ts'
import type { Subject } from './subjects.ts'

/** What may happen to records, by their kind: `<subject>.<event>` is what auditors read. */
export const facts = {
  case: caseEvents,
  location: {
    added: 'Location added',
    changed: 'Location changed',
    made_main: 'Made the main location',
    archived: 'Location archived',
    deleted: 'Location deleted',
  },
  organization: { startup_fee_waived: 'Start-up fee waived' },
  promotion_code: {
    added: 'Promotion code added',
    changed: 'Promotion code changed',
    deleted: 'Promotion code deleted',
  },
  announcement: { updated: 'Announcement changed' },
  account: {
    signed_up: 'Signed up',
    verified: 'E-mail verified',
    signed_in: 'Signed in',
    sign_in_failed: 'Sign-in failed',
    signed_out: 'Signed out',
    password_set: 'Password set',
    profile_changed: 'Profile changed',
    email_changed: 'E-mail changed',
    email_change_canceled: 'Change of e-mail called off',
    invitation_accepted: 'Invitation accepted',
  },
  file: { downloaded: 'File downloaded' },
  share_link: { viewed: 'Share link viewed' },
} as const satisfies Partial<Record<Subject, Record<string, unknown>>>

/** Kinds of records that facts are recorded about. */
export type Recorded = keyof typeof facts
export type EventOf<S extends Recorded> = keyof (typeof facts)[S] & string
