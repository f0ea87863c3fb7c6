import type { CaseEventName } from './events.ts'
import type { Permission } from './permissions.ts'

interface SubjectSpec {
  /**
   * What open pages are told when such a record changes, and who of them: those who reach its case or its organization, the
   * lab's people with a permission, everybody, or one person. Null: nothing.
   */
  changed: { event: string; hears: 'case' | 'organization' | 'everybody' | 'person' | { lab: Permission } } | null
  /** What may happen to it: `<subject>.<fact>` is what auditors read. A case's facts have words, too (`events.ts`). */
  facts?: readonly string[]
}

/**
 * Every kind of record that something happens to. Reads say which kinds they show, writes which they change (`core/route.ts`);
 * what a page asks for again, after a write or an event, follows from it. A new kind of record begins with its line here.
 */
export const subjects = {
  /** A case with everything that hangs on it: form, files, work, requests, comments, measurements, share links. */
  case: { changed: { event: 'patient.changed', hears: 'case' } },
  draft: { changed: null },
  location: {
    changed: { event: 'location.changed', hears: 'organization' },
    facts: ['added', 'changed', 'made_main', 'archived', 'deleted'],
  },
  organization: {
    changed: { event: 'organization.changed', hears: 'organization' },
    facts: ['startup_fee_waived'],
  },
  promotion_code: {
    changed: { event: 'promotion_code.changed', hears: { lab: 'promotion-codes.manage' } },
    facts: ['added', 'changed', 'deleted'],
  },
  announcement: { changed: { event: 'announcement.updated', hears: 'everybody' }, facts: ['updated'] },
  notification: { changed: { event: 'notification.created', hears: 'person' } },
  account: {
    changed: null,
    facts: [
      'signed_up',
      'verified',
      'signed_in',
      'sign_in_failed',
      'signed_out',
      'password_set',
      'profile_changed',
      'email_changed',
      'email_change_canceled',
      'invitation_accepted',
    ],
  },
  file: { changed: null, facts: ['downloaded'] },
  share_link: { changed: null, facts: ['viewed'] },
} as const satisfies Record<string, SubjectSpec>
type Subjects = typeof subjects
export type Subject = keyof Subjects

/** Kinds of records that facts are recorded about, and the facts of each. */
export type Recorded = 'case' | { [S in Subject]: Subjects[S] extends { facts: unknown } ? S : never }[Subject]
export type EventOf<S extends Recorded> = S extends 'case'
  ? CaseEventName
  : Subjects[S] extends { facts: readonly (infer Fact extends string)[] }
    ? Fact
    : never
/** Whether facts are recorded about records of this kind. */
export const isRecorded = (subject: Subject): subject is Recorded => subject === 'case' || 'facts' in subjects[subject]

/**
 * Realtime events: ids only, clients fetch what they show. Who hears one is decided by the scope of the API
 * (`notices/live`); two tell of the stream itself.
 */
export type RealtimeEvent = NonNullable<Subjects[Subject]['changed']>['event'] | 'session.ended' | 'resync'

/** What travels on the stream. */
export interface RealtimeMessage {
  event: RealtimeEvent
  /** Ids of the records, gathered. */
  ids: number[]
}

/** What happened to a kind of record, by the event that tells of it. */
export const subjectOf = (event: RealtimeEvent): Subject | undefined =>
  (Object.keys(subjects) as Subject[]).find((subject) => subjects[subject].changed?.event === event)
