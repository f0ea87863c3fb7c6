import type { Activities } from './activities.ts'
import type { CaseEventName } from './events.ts'
import type { Permission } from './permissions.ts'

export interface SubjectSpec {
  /**
   * The event that open pages receive when such a record changes, and which of them: those who reach its case or its
   * organization, those who reach an organization of the person that it is about (and that person), the lab's people
   * with a permission, everyone, or one person. Null: none.
   */
  changed: {
    event: string
    audience: 'case' | 'organization' | 'colleagues' | 'everybody' | 'person' | { lab: Permission }
    /**
     * Of an organization's records that not all of its people read: the permission there that does, and whether the
     * partner lab that the organization names reads them. The lab always does.
     */
    readBy?: { permission: Permission; partner: boolean }
  } | null
}

/**
 * Every kind of record that something happens to. Reads say which kinds they show, writes which they change
 * (`core/route.ts`); what a page fetches again, after a write or an event, follows from it. A new kind of record starts
 * with its line here.
 */
export const subjects = {
  /** A case with everything that belongs to it: form, files, work, requests, comments, measurements, bites, share links. */
  case: { changed: { event: 'patient.changed', audience: 'case' } },
  /** What was written about a case; its id in an event is that of the case, to which a conversation belongs. */
  message: { changed: { event: 'message.sent', audience: 'case' } },
  /** What somebody has not read yet: theirs alone. */
  unread: { changed: null },
  draft: { changed: null },
  /** A person's own view of the lab's list. */
  case_list_view: { changed: null },
  /** People without the permission read the locations where they work; `modules/locations` tells them one by one. */
  location: {
    changed: {
      event: 'location.changed',
      audience: 'organization',
      readBy: { permission: 'organization.locations.view-any', partner: true },
    },
  },
  organization: {
    changed: { event: 'organization.changed', audience: 'organization' },
  },
  /**
   * A person as others see them: name, addresses, roles, organizations. Changes of roles, a removal and an archive are
   * recorded here, so that open pages show them at once (`people/at-once`).
   */
  user: {
    changed: { event: 'user.changed', audience: 'colleagues' },
  },
  promotion_code: {
    changed: { event: 'promotion_code.changed', audience: { lab: 'promotion-codes.manage' } },
  },
  /** The lab's price list. Open forms keep the prices that they showed: what changed is said at the submit. */
  price_list: {
    changed: { event: 'price_list.changed', audience: { lab: 'pricing.update' } },
  },
  /** Fees, tax, links and the promotion banner of the lab. */
  lab_settings: { changed: { event: 'lab_settings.changed', audience: 'everybody' } },
  /** An invoice of a practice, with its lines. */
  order: {
    changed: {
      event: 'order.changed',
      audience: 'organization',
      readBy: { permission: 'organization.get-current-order', partner: false },
    },
  },
  /** The subscription of a practice. */
  contract: {
    changed: {
      event: 'contract.changed',
      audience: 'organization',
      readBy: { permission: 'organization.get-current-order', partner: false },
    },
  },
  /** The license of a practice, with its devices and seats. */
  license: {
    changed: {
      event: 'license.changed',
      audience: 'organization',
      readBy: { permission: 'organization.f_m_payment_methods.update', partner: false },
    },
  },
  /** The first weeks of a practice. A partner lab that it named does not read them. */
  onboarding: {
    changed: {
      event: 'onboarding.changed',
      audience: 'organization',
      readBy: { permission: 'organization.onboarding.view', partner: false },
    },
  },
  /** Something that portal and payment provider say differently. */
  payment_difference: {
    changed: { event: 'payment_difference.changed', audience: { lab: 'orders.manage' } },
  },
  /** A practice as the payment provider knows it; its id is that of the organization. */
  payment_customer: { changed: null },
  /** How a practice pays: a payment method. */
  payment_method: {
    changed: {
      event: 'payment_method.changed',
      audience: 'organization',
      readBy: { permission: 'organization.f_m_payment_methods.update', partner: false },
    },
  },
  /** A report of the lab: its person's alone. Its page asks again while one is made. */
  report: { changed: null },
  /** A tray of 8; open pages hear of it by its cases. */
  case_tray: { changed: null },
  announcement: { changed: { event: 'announcement.updated', audience: 'everybody' } },
  notification: { changed: { event: 'notification.created', audience: 'person' } },
  /** A person's own browsers, as push reaches them, and silent hours. */
  push_browser: { changed: null },
  /** Whether a person gets the Monday mail. */
  monday_mail: { changed: null },
  account: {
    changed: null,
  },
  file: { changed: null },
  share_link: { changed: null },
} as const satisfies Record<string, SubjectSpec>
type Subjects = typeof subjects
export type Subject = keyof Subjects

/** Kinds of records that activities are recorded about. */
export type Recorded = Known<'case' | keyof Activities>
type Known<S extends Subject> = S
/** Names of the activities of a kind of record. */
export type EventOf<S extends Recorded> = S extends keyof Activities ? Activities[S][number] : CaseEventName

/**
 * Realtime events: ids only, clients fetch what they show. The scope of the API decides who gets one (`notices/live`);
 * two are about the stream itself.
 */
export type RealtimeEvent = NonNullable<Subjects[Subject]['changed']>['event'] | 'session.ended' | 'resync'

/** A message on the stream. */
export interface RealtimeMessage {
  event: RealtimeEvent
  /** Ids of the records that changed, collected over a short time. */
  ids: number[]
}

/** A stream that opens can repeat what happened in this time before, in milliseconds. */
export const replayedMs = 20_000

/** Returns the kind of record that an event is about; undefined for events about the stream itself. */
export const subjectOf = (event: RealtimeEvent): Subject | undefined =>
  (Object.keys(subjects) as Subject[]).find((subject) => subjects[subject].changed?.event === event)
