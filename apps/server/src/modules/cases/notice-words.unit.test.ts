import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { caseEvents, type CaseEventName } from '@archwire/contract/events.ts'
import { expect, it } from 'vitest'
import { noticeWords as paymentWords } from '../billing/notice-words.ts'
import { setClock } from '../../kernel/clock.ts'
import { deadlineWords, mailFor, noticeWords, practiceWords } from './notice-words.ts'
import { layOut } from '../../services/mail/template.ts'

const kinds = Object.entries(notificationKinds) as [NotificationKind, { mail: string | null }][]
const words = Object.entries(noticeWords) as [CaseEventName, NonNullable<(typeof noticeWords)[CaseEventName]>][]

it('the nine kinds of an organization’s settings, as they are called there', () => {
  expect(Object.values(notificationKinds).map(({ label }) => label)).toEqual([
    'Initial case setup request',
    'Initial case setup completed',
    'Print tray request',
    'Print tray completed',
    'Flawed tray correction request',
    'Flawed tray corrected',
    'Monthly invoice',
    'Payment failed',
    'Pending case approval reminder (weekly)',
  ])
})

it.each(kinds)('%s is told by an event', (kind) => {
  const told =
    words.some(([, mail]) => mail.kind === kind) ||
    Object.values(paymentWords).some((payment) => payment.kind === kind) ||
    kind === 'approval_reminder'
  expect(told).toBe(true)
})

it('what has words tells someone, and writes mail only where its kind does', () => {
  expect(words.length).toBeGreaterThan(8)
  for (const [event, { kind, practice, lab, corrector, technician, mail }] of words) {
    expect(caseEvents, event).toHaveProperty(event)
    expect(practice ?? lab ?? corrector ?? technician ?? mail, event).toBeDefined()
    if (kind !== null && mail !== undefined) expect(notificationKinds[kind].mail, event).toBe('doctor')
  }
})

it.each(words.filter(([, { mail }]) => mail !== undefined))(
  'the mail of %s names the case, not the patient',
  (event) => {
    const mail = mailFor(event, {
      doctorName: 'Ada Byron',
      caseLabel: 'C-7',
      note: 'A note.',
      link: 'https://a.test/x',
    })!
    expect(mail.subject).toContain('C-7')
    const { text } = layOut(mail)
    for (const said of ['Dear Ada Byron,', 'C-7', 'A note.', 'https://a.test/x']) expect(text).toContain(said)
  },
)

const leadOf = (event: CaseEventName, work: number, more: object = {}) =>
  mailFor(event, {
    doctorName: 'Ada Byron',
    caseLabel: 'C-7',
    note: null,
    link: '',
    work,
    partner: 'Elm Lab',
    ...more,
  })!.lead

it.each([
  [
    'submitted',
    1,
    'Thank you. Case C-7 has arrived at Archwire Lab. We’ll let you know as soon as the setup is ready for review.',
  ],
  [
    'submitted',
    2,
    'Thank you. Case C-7 was submitted. The setup is made in your office; complete it on the page of the case.',
  ],
  [
    'submitted',
    3,
    'Thank you. Case C-7 was handed over to Elm Lab, which makes the setup. We’ll let you know as soon as it is complete.',
  ],
  ['print_requested', 1, 'A print was requested for case C-7. We’ll let you know when it ships.'],
  ['print_requested', 2, 'A print was requested for case C-7. It is printed in your office.'],
  ['print_requested', 3, 'A print was requested for case C-7. We’ll let you know when it ships.'],
] as const)('the mail of %s says who does the work (%s)', (event, work, lead) => {
  expect(leadOf(event, work)).toBe(lead)
})

it('a print ships from its maker', () => {
  expect(leadOf('request_completed', 1, { note: '1Z9' })).toBe('The print for case C-7 has shipped from Archwire Lab.')
  expect(leadOf('request_completed', 3, { note: '1Z9' })).toBe('The print for case C-7 has shipped from Elm Lab.')
  expect(leadOf('request_completed', 3, { note: '1Z9', partner: null })).toBe(
    'The print for case C-7 has shipped from your partner lab.',
  )
})

it('a hold and its end name no one: partners hold cases, too', () => {
  expect(leadOf('held', 3)).toBe('Case C-7 is on hold, and your help is needed to continue.')
  expect(leadOf('unheld', 3)).toBe('Work on case C-7 goes on.')
})

it('the bell says why a case is held and works again, on one line; of the rest only what happened', () => {
  expect(practiceWords(noticeWords.held!, 'The scan is cut.\nPlease send it again.')).toBe(
    'The case is on hold: The scan is cut. Please send it again.',
  )
  expect(practiceWords(noticeWords.held!, 'x'.repeat(300))).toBe(`The case is on hold: ${'x'.repeat(200)} …`)
  const across = `${'x'.repeat(199)}😀 and so on`
  expect(practiceWords(noticeWords.held!, across)).toBe(`The case is on hold: ${'x'.repeat(199)}😀 …`)
  expect(practiceWords(noticeWords.unheld!, null)).toBe('The case is no longer on hold')
  expect(practiceWords(noticeWords.unheld!, 'All is there.')).toBe('The case is no longer on hold: All is there.')
  expect(practiceWords(noticeWords.approved!, 'Thanks')).toBe('The setup was approved')
  expect(practiceWords(noticeWords.submitted!, null)).toBeUndefined()
})

it.each([
  ['2026-12-31T20:00:00Z', '2026-12-29T12:00:00Z', 'America/Denver', 'Thu, Dec 31, 1:00 PM MST'],
  ['2027-01-04T23:00:00Z', '2026-12-29T12:00:00Z', 'America/Denver', 'Mon, Jan 4, 2027, 4:00 PM MST'],
  // Midnight has passed in Tokyo, but not yet in Denver.
  ['2026-12-31T20:00:00Z', '2026-12-31T16:00:00Z', 'Asia/Tokyo', 'Fri, Jan 1, 5:00 AM GMT+9'],
  ['2026-12-31T20:00:00Z', '2026-12-31T14:00:00Z', 'Asia/Tokyo', 'Fri, Jan 1, 2027, 5:00 AM GMT+9'],
  ['2027-01-01T05:00:00Z', '2027-01-01T12:00:00Z', 'America/Denver', 'Thu, Dec 31, 2026, 10:00 PM MST'],
])(
  'a deadline at %s, told at %s to %s, has its year where it is another one (screens/dates)',
  (at, told, zone, words) => {
    setClock(() => new Date(told))
    expect(deadlineWords(new Date(at), zone)).toBe(words)
    setClock(undefined)
  },
)
