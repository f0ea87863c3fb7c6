import type { RealtimeEvent } from './events.ts'

interface SubjectSpec {
  /** What open pages are told when such a record changes, and who of them; null: nothing. */
  changed: { event: RealtimeEvent; hears: 'case' | 'organization' | 'lab' | 'everybody' | 'person' } | null
}

/**
 * Every kind of record that something happens to. Reads say which kinds they show, writes which they change (`core/route.ts`);
 * what a page asks for again, after a write or an event, follows from it. A new kind of record begins with its line here.
 */
export const subjects = {
  /** A case with everything that hangs on it: form, files, work, requests, comments, measurements, share links. */
  case: { changed: { event: 'patient.changed', hears: 'case' } },
  draft: { changed: null },
  location: { changed: { event: 'location.changed', hears: 'organization' } },
  organization: { changed: { event: 'organization.changed', hears: 'organization' } },
  promotion_code: { changed: { event: 'promotion_code.changed', hears: 'lab' } },
  announcement: { changed: { event: 'announcement.updated', hears: 'everybody' } },
  notification: { changed: { event: 'notification.created', hears: 'person' } },
  account: { changed: null },
  file: { changed: null },
  share_link: { changed: null },
} as const satisfies Record<string, SubjectSpec>
export type Subject = keyof typeof subjects
/** What happened to a kind of record, by the event that tells of it. */
export const subjectOf = (event: RealtimeEvent): Subject | undefined =>
  (Object.keys(subjects) as Subject[]).find((subject) => subjects[subject].changed?.event === event)
