import { isSettling } from '@archwire/contract/notifications/settling.ts'
import type { Recorded } from '@archwire/contract/subjects.ts'
import { z } from 'zod'

/** An activity as `record()` leaves it in the outbox: ids only, never patient data (`safety/jobs`). */
export interface PublishedActivity {
  subject: string
  id: number
  event: string
  /** An ISO moment. */
  at: string
  user_id: number | null
  /** Its entry in the history of its subject; null for a subject without a history. */
  history_id: number | null
  patient_id: number | null
  organization_id: number | null
  /** Whether its command wants people to be notified. */
  announce: boolean
}

/** What the job about an activity gets: which record, what happened to it, when, and who did it. */
export const Announcement = z.strictObject({
  id: z.int(),
  event: z.string(),
  at: z.iso.datetime(),
  user_id: z.int().nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** What the job about a case's activity gets: the entry in the case's history. */
export const HistoryEntry = z.strictObject({ history_id: z.int() })

/** What the job gets that keeps the search index: the organization, or the person, whose documents changed. */
export const Changed = z.strictObject({ organization_id: z.int().nullable(), user_id: z.int().nullable() })
export type Changed = z.infer<typeof Changed>

/** A listener of activities about one kind of record. */
export interface Subscriber {
  subject: Recorded
  wants: (activity: Pick<PublishedActivity, 'event' | 'announce'>) => boolean
  /** The job that it starts, which `jobs.ts` of a module defines. */
  job: string
  payload: (activity: PublishedActivity) => object
}

const announced: Subscriber['wants'] = ({ announce }) => announce
const announcement = ({ id, event, at, user_id }: PublishedActivity): Announcement => ({ id, event, at, user_id })
const ofOrganization = ({ organization_id }: PublishedActivity) => ({ organization_id, user_id: null })
const ofPerson = ({ id }: PublishedActivity) => ({ organization_id: null, user_id: id })
/** Activities of cases after which the figures of a practice and its doctors may be others (`search/figures`). */
const counted = new Set([
  'submitted',
  'created',
  'old_case_added',
  'rx_form_changed',
  'rx_form_moved',
  'rx_form_canceled',
  'archived',
  'restored',
  'deleted',
])
/** What people change of themselves, and how they come in. */
const ownChanges = new Set(['signed_up', 'verified', 'profile_changed', 'email_changed', 'invitation_accepted'])
/** Activities of orders that change nothing of a practice's payment status. */
const ofLines = new Set(['created', 'charge_added', 'charge_removed', 'code_added'])

const historyEntry = ({ history_id }: PublishedActivity) => ({ history_id })

/** Who notifies people of which activities. */
const announcers = [
  { subject: 'case', wants: announced, job: 'case.announce', payload: historyEntry },
  { subject: 'organization', wants: announced, job: 'organization.announce', payload: announcement },
  { subject: 'order', wants: announced, job: 'order.announce', payload: announcement },
  { subject: 'onboarding', wants: announced, job: 'onboarding.announce', payload: announcement },
  { subject: 'payment_difference', wants: announced, job: 'payment_difference.announce', payload: announcement },
] as const satisfies readonly Subscriber[]

const indexed = (
  subject: Recorded,
  payload: Subscriber['payload'],
  wants: (event: string) => boolean = () => true,
): Subscriber => ({ subject, wants: ({ event }) => wants(event), job: 'search.refresh', payload })

/**
 * Who listens to which activities; a new listener is a row here. `record()` leaves one outbox row for an activity that at
 * least one of them wants, and the publisher turns it into a job for each of these.
 */
export const subscribers: readonly Subscriber[] = [
  ...announcers,
  // Marks notices read for which the event leaves nothing to do (`notices/settled`).
  { subject: 'case', wants: ({ event }) => isSettling(event), job: 'case.settle-notices', payload: historyEntry },
  // What the search index shows (`search/index`).
  indexed('organization', ofOrganization, (event) => event !== 'payment_declined'),
  indexed('location', ofOrganization),
  indexed('contract', ofOrganization),
  indexed('onboarding', ofOrganization),
  indexed('order', ofOrganization, (event) => !ofLines.has(event)),
  indexed('case', ofOrganization, (event) => counted.has(event)),
  indexed('user', ofPerson),
  indexed('account', ofPerson, (event) => ownChanges.has(event)),
]

/** Kinds of records whose activities people can be notified of. */
export type Announced = (typeof announcers)[number]['subject']

/** Returns the subscribers that want an activity. */
export const subscribersOf = (activity: Pick<PublishedActivity, 'subject' | 'event' | 'announce'>): Subscriber[] =>
  subscribers.filter(({ subject, wants }) => subject === activity.subject && wants(activity))
