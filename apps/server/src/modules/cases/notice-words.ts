import { dayIn } from '@archwire/contract/core/dates.ts'
import type { CaseEventName } from '@archwire/contract/events.ts'
import type { NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { assignment, labName } from '@archwire/contract/rx-forms/options.ts'
import { now } from '../../kernel/clock.ts'
import { excerptOf } from '../../kernel/excerpt.ts'
import type { LinkedWords } from '../../services/mail/template.ts'

interface MailInput {
  /** Null: a copy to an additional address of the practice. */
  doctorName: string | null
  caseLabel: string
  note: string | null
  link: string
  /** By when the setup is to be approved, in the doctor's words. */
  approveBy?: string | null
  /** Who does the work that the event is about: `assignment` of the contract. */
  work?: number | null
  /** What the partner lab of the case is called; null: it has none. */
  partner?: string | null
}
type MailWords = (input: MailInput) => { subject: string; lead: string; action: string }

interface NoticeWords {
  /** The setting that it follows; null where action is required. */
  kind: NotificationKind | null
  /** The bell's text for doctor and creator. */
  practice?: string
  /** The note of the event, a reason mostly, follows that text. */
  saysWhy?: true
  /** The bell's text for the technician. */
  lab?: string
  /** The bell's text for the people who may correct a tray with a file that someone else uploaded. */
  corrector?: string
  /** The bell's text for the people of the lab, or of the partner lab, that prints what was corrected. */
  printer?: string
  /** The bell's text for the person who got the work from someone else. */
  technician?: string
  /** The bell's texts for the partner lab that gets a piece of work or loses it; this is what it is called. */
  partner?: { work: string }
  /**
   * The mail to the case's doctor. Subjects carry no patient's name (`notices/mail`); number or code identifies the
   * case.
   */
  mail?: MailWords
}

/** The lab that does the work, as a practice knows it. */
const labOf = ({ work, partner }: Pick<MailInput, 'work' | 'partner'>): string =>
  work === assignment.thirdParty ? (partner ?? 'your partner lab') : labName

/** What happens to a case that was submitted, by who makes its setup (`cases/assign`). */
const arrived = (caseLabel: string, input: Pick<MailInput, 'work' | 'partner'>): string =>
  input.work === assignment.inOffice
    ? `Case ${caseLabel} was submitted. The setup is made in your office; complete it on the page of the case.`
    : input.work === assignment.thirdParty
      ? `Case ${caseLabel} was handed over to ${labOf(input)}, which makes the setup. We’ll let you know as soon as it is complete.`
      : `Case ${caseLabel} has arrived at ${labName}. We’ll let you know as soon as the setup is ready for review.`

/** The notices about a case, one entry per event that sends any. */
export const noticeWords: Partial<Record<CaseEventName, NoticeWords>> = {
  submitted: {
    kind: 'setup_requested',
    lab: 'New case',
    mail: ({ caseLabel, ...input }) => ({
      subject: `Case ${caseLabel}: we have received it`,
      lead: `Thank you. ${arrived(caseLabel, input)}`,
      action: 'See the case',
    }),
  },
  rx_form_changed: {
    kind: null,
    practice: 'The Rx form was changed',
    lab: 'The Rx form was changed',
    partner: { work: 'setup' },
  },
  rx_form_canceled: {
    kind: null,
    practice: 'The case was canceled',
    saysWhy: true,
    lab: 'The case was canceled',
    mail: ({ caseLabel }) => ({
      subject: `Case ${caseLabel} was canceled`,
      lead: `Case ${caseLabel} was canceled, and work on it has stopped.`,
      action: 'See the case',
    }),
  },
  ready: {
    kind: 'setup_completed',
    practice: 'The setup is waiting for your approval',
    mail: ({ caseLabel, approveBy }) => ({
      subject: `Case ${caseLabel}: the setup is waiting for your approval`,
      lead: `The setup of case ${caseLabel} is ready. Look at it in 3D, on any device, and approve it or ask for changes${approveBy ? ` by ${approveBy}, so that it ships as planned` : ''}.`,
      action: 'Look at the setup',
    }),
  },
  setup_completed: {
    kind: 'setup_completed',
    practice: 'The setup is complete',
    mail: ({ caseLabel }) => ({
      subject: `Case ${caseLabel}: the setup is complete`,
      lead: `The setup for case ${caseLabel} is complete. You can view it on the case page.`,
      action: 'See the case',
    }),
  },
  approved: {
    kind: null,
    practice: 'The setup was approved',
    lab: 'The setup was approved',
    mail: ({ caseLabel }) => ({
      subject: `Case ${caseLabel}: the setup is approved`,
      lead: `The setup for case ${caseLabel} was approved.`,
      action: 'See the case',
    }),
  },
  changes_requested: { kind: null, lab: 'The doctor asks for changes' },
  print_requested: {
    kind: 'print_requested',
    practice: 'A print was requested',
    lab: 'A print was requested',
    mail: ({ caseLabel, work }) => ({
      subject: `Case ${caseLabel}: your print was requested`,
      lead: `A print was requested for case ${caseLabel}. ${work === assignment.inOffice ? 'It is printed in your office.' : 'We’ll let you know when it ships.'}`,
      action: 'See the request',
    }),
  },
  // A parcel has a tracking number, which appears below as the note; an in-office print has none.
  request_completed: {
    kind: 'print_completed',
    practice: 'The print is completed',
    mail: ({ caseLabel, note, ...input }) => ({
      subject: note ? `Case ${caseLabel}: your print is on its way` : `Case ${caseLabel}: the print is completed`,
      lead: note
        ? `The print for case ${caseLabel} has shipped from ${labOf(input)}.`
        : `The print of case ${caseLabel} is completed.`,
      action: 'See the request',
    }),
  },
  correction_requested: {
    kind: 'correction_requested',
    practice: 'A tray correction was requested',
    lab: 'A tray correction was requested',
  },
  correction_uploaded: { kind: null, corrector: 'A corrected file waits for your decision' },
  correction_reopened: { kind: null, lab: 'A corrected file was removed, and the tray waits again' },
  correction_completed: {
    kind: 'correction_completed',
    practice: 'The tray correction is completed',
    printer: 'The tray correction is completed',
    mail: ({ caseLabel }) => ({
      subject: `Case ${caseLabel}: the flawed tray is corrected`,
      lead: `The tray that you reported for case ${caseLabel} is corrected.`,
      action: 'See the request',
    }),
  },
  request_canceled: { kind: null, practice: 'A request was canceled', lab: 'A request was canceled' },
  held: {
    kind: null,
    practice: 'The case is on hold',
    saysWhy: true,
    mail: ({ caseLabel }) => ({
      subject: `Case ${caseLabel} is on hold`,
      lead: `Case ${caseLabel} is on hold, and your help is needed to continue.`,
      action: 'Answer',
    }),
  },
  unheld: {
    kind: null,
    practice: 'The case is no longer on hold',
    saysWhy: true,
    mail: ({ caseLabel }) => ({
      subject: `Case ${caseLabel} is no longer on hold`,
      lead: `Work on case ${caseLabel} goes on.`,
      action: 'See the case',
    }),
  },
  setup_assigned: { kind: null, practice: 'Who makes the setup was changed', partner: { work: 'setup' } },
  print_assigned: { kind: null, practice: 'Who makes the print was changed', partner: { work: 'print' } },
  technician_set: { kind: null, technician: 'A case was assigned to you' },
  file_flagged: {
    kind: null,
    practice: 'A file needs your attention',
    lab: 'A file was flagged',
    mail: ({ caseLabel }) => ({
      subject: `Case ${caseLabel}: a file needs your attention`,
      lead: `One of the files of case ${caseLabel} cannot be used as it is.`,
      action: 'See the file',
    }),
  },
}

/** What the bell says to a partner lab that gets a piece of work. */
export const gainedWords = (work: string): string => `A ${work} was assigned to your lab`

/**
 * The same where it is taken away. The partner may see the case no longer: the text names its code, never the patient.
 */
export const lostWords = (work: string, caseCode: string): string =>
  `The ${work} of case ${caseCode} is no longer assigned to your lab`

/** "Tue, Nov 24, 4:00 PM MST": a moment on a reader's clock, which it names, with its year where that is not this one. */
export const deadlineWords = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: dayIn(zone, at).slice(0, 4) === dayIn(zone, now()).slice(0, 4) ? undefined : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)

/** A bell's line is read at a glance; a longer reason is on the case's page. */
const longestReason = 200

/** Returns what the bell says to doctor and creator, with the reason where there is one. */
export function practiceWords({ practice, saysWhy }: NoticeWords, note: string | null): string | undefined {
  const why = excerptOf(note ?? '', longestReason)
  return practice === undefined || !saysWhy || why === '' ? practice : `${practice}: ${why}`
}

/** Returns the full mail of an event, or undefined for events without mail. */
export function mailFor(event: CaseEventName, input: MailInput): LinkedWords | undefined {
  const mail = noticeWords[event]?.mail?.(input)
  return mail && { ...mail, ...openingFor(input.doctorName), note: input.note, link: input.link }
}

/** How a mail addresses the doctor, or (null) an additional address, which the mail tells why it gets a copy. */
export const openingFor = (doctorName: string | null): { greeting: string; why?: string } =>
  doctorName === null
    ? { greeting: 'Hello,', why: 'You get this email because the practice added your address to these notifications.' }
    : { greeting: `Dear ${doctorName},` }
