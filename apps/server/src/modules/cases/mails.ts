import type { CaseEventName } from '@archwire/contract/events.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { caseMail } from '../../services/mail/template.ts'

/** What the doctor is written. Subjects carry no patient's name (rule 37); the case number or code tells which case. */
interface CaseMailInput {
  doctorName: string
  caseLabel: string
  note: string | null
  link: string
}

type Words = (input: CaseMailInput) => { subject: string; lead: string; action: string }

const words: Partial<Record<CaseEventName, Words>> = {
  submitted: ({ caseLabel }) => ({
    subject: `Case ${caseLabel}: we have received it`,
    lead: `Thank you. Case ${caseLabel} has arrived at ${labName}. We tell you as soon as the setup is ready to look at.`,
    action: 'See the case',
  }),
  ready: ({ caseLabel }) => ({
    subject: `Case ${caseLabel}: the setup waits for your approval`,
    lead: `The setup of case ${caseLabel} is ready. Look at it in 3D, on any device, and approve it or ask for changes.`,
    action: 'Look at the setup',
  }),
  held: ({ caseLabel }) => ({
    subject: `Case ${caseLabel} is on hold`,
    lead: `We have put case ${caseLabel} on hold and need your help to go on.`,
    action: 'See the case',
  }),
  unheld: ({ caseLabel }) => ({
    subject: `Case ${caseLabel} is back in work`,
    lead: `Case ${caseLabel} is no longer on hold; we are working on it again.`,
    action: 'See the case',
  }),
  // A parcel has a tracking number, which stands below as the note; an in-office print has none.
  request_completed: ({ caseLabel, note }) => ({
    subject: note ? `Case ${caseLabel}: your print is on its way` : `Case ${caseLabel}: the print is completed`,
    lead: note ? `The print of case ${caseLabel} has left ${labName}.` : `The print of case ${caseLabel} is completed.`,
    action: 'See the request',
  }),
  file_flagged: ({ caseLabel }) => ({
    subject: `Case ${caseLabel}: a file needs your attention`,
    lead: `One of the files of case ${caseLabel} could not be used as it is.`,
    action: 'See the file',
  }),
}

export function mailFor(
  event: CaseEventName,
  input: CaseMailInput,
): { subject: string; text: string; html: string } | undefined {
  const made = words[event]?.(input)
  return made && caseMail({ ...made, greeting: `Dear ${input.doctorName},`, note: input.note, link: input.link })
}
