import type { CaseEventName } from '@archwire/contract/events.ts'
import { paperPayments, paymentWords } from '@archwire/contract/billing/paper.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import { paymentStatuses, paymentStatusNames } from '@archwire/contract/billing/statuses.ts'
import { pushWords } from '@archwire/contract/notifications/pushed.ts'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accountMails from '../../src/modules/accounts/mails.ts'
import { noBlocks, paperItem, paperOrder } from '../billing/paper-order.ts'
import { linkTo } from '../../src/modules/auth/index.ts'
import { invoiceCsv } from '../../src/modules/billing/invoice-csv.ts'
import { invoicePdf } from '../../src/modules/billing/invoice-pdf.ts'
import * as paymentMails from '../../src/modules/billing/mails.ts'
import { noticeWords as orderWords } from '../../src/modules/billing/notice-words.ts'
import { gainedWords, lostWords, mailFor, noticeWords, practiceWords } from '../../src/modules/cases/notice-words.ts'
import { awayMail, bellWords, plainWords } from '../../src/modules/conversations/words.ts'
import * as ownerMails from '../../src/modules/organizations/mails.ts'
import {
  noticeWords as organizationWords,
  ownerWords,
  type OwnerChange,
} from '../../src/modules/organizations/notice-words.ts'
import { labMessage, ownerMessage, type NoticeDifference } from '../../src/modules/payment-differences/notice-words.ts'
import * as signUpMails from '../../src/modules/organization-record/mails.ts'
import * as staffMails from '../../src/modules/users/mails.ts'
import { deliver } from '../../src/services/mail/deliver.ts'
import { startMailServer, type EmbeddedMailServer } from '../../src/services/mail/embedded.ts'
import type { Mailer, OutgoingMail } from '../../src/services/mail/port.ts'
import { queueMail } from '../../src/services/mail/queue.ts'
import { smtpMailer } from '../../src/services/mail/smtp.ts'
import type { LinkedWords } from '../../src/services/mail/template.ts'
import { textCell } from '@archwire/contract/core/csv.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { linksIn } from '../mail-links.ts'

/** Words of people are data in whatever the portal sends or prints: nothing in them is filled in or read (`safety/mails`). */
let test: TestApp
let server: EmbeddedMailServer
let mailer: Mailer
let folder: string
beforeAll(async () => {
  test = await openTestApp()
  folder = mkdtempSync(join(tmpdir(), 'words-'))
  server = await startMailServer(folder)
  mailer = smtpMailer(server.url, 'Lab <no-reply@lab.example>', { ignoreTls: true })
})
afterAll(async () => {
  await mailer.close()
  await server.close()
  await test.close()
  rmSync(folder, { recursive: true })
})

const home = 'http://portal.test'
const token = 'T'.repeat(43)
/** What a template could read, an address, HTML, and a line that looks like a header. */
const said = [
  '{{token}}',
  '{{',
  '$& $1 $$ $`',
  'https://evil.example/?token={{token}}',
  'token={{token}}',
  '%7B%7Btoken%7D%7D %s ${token}',
  '"><a href="https://evil.example/?token=',
  'www.evil.example me@evil.example',
  'Ada\r\nBcc: thief@evil.example\r\n\r\nhttps://evil.example',
  'Ada\u2028https://evil.example\u0007\u001b',
]

const link = linkTo(home, 'reset-password', { mode: 'initial' })
const payment: paymentMails.PaymentMail[] = [paymentMails.receiptMail, paymentMails.failedMail, paymentMails.refundMail]

/** An order as its mails and notices know it, with these words wherever it has words. */
const noticed = (words: string) => ({
  id: 1,
  invoice_id: 1001,
  total: '$5.00',
  message: words,
  failure: null,
  kind: 'monthly' as const,
  due_day: '2026-11-23',
  primary: null,
  next_try: null,
  waits: false,
  refunded: '$1.00',
  practice: words,
})

/** Every mail that the portal writes, of these words; the types name each that is missing here. */
function mailsOf(words: string): LinkedWords[] {
  const more = { email: words, link }
  const ofAccounts: Record<keyof typeof accountMails, LinkedWords> = {
    verificationMail: accountMails.verificationMail(link),
    resetMail: accountMails.resetMail(words, link),
    passwordChangedMail: accountMails.passwordChangedMail(words, link),
    newEmailMail: accountMails.newEmailMail(link),
    emailChangingMail: accountMails.emailChangingMail(words, more),
    emailChangedMail: accountMails.emailChangedMail(words, more),
    newBrowserMail: accountMails.newBrowserMail(words, { browser: words, link }),
    invitationMail: accountMails.invitationMail(words, { link, known: false }),
  }
  const ofStaff: Record<keyof typeof staffMails, LinkedWords> = {
    firstPasswordMail: staffMails.firstPasswordMail(words, link),
    askedEmailMail: staffMails.askedEmailMail(link),
    emailAskedMail: staffMails.emailAskedMail(words, more),
    addressChangedMail: staffMails.addressChangedMail(words, more),
    additionalEmailMail: staffMails.additionalEmailMail(words, more),
  }
  const ofSignUp: Record<keyof typeof signUpMails, LinkedWords> = { signUpMail: signUpMails.signUpMail(words, link) }
  const order = noticed(words)
  const ofPayments = payment.flatMap((mail) =>
    [words, null].map((name) => mail(name, order, { practice: words, link })),
  )
  const events = Object.keys(noticeWords) as CaseEventName[]
  const ofCases = events.flatMap(
    (event) => mailFor(event, { doctorName: words, caseLabel: words, note: words, link, approveBy: words }) ?? [],
  )
  const ofOwners = (Object.keys(ownerWords) as OwnerChange[]).map((change) =>
    ownerMails.ownersMail(words, change, { person: words, practice: words, by: words, invited: false, link }),
  )
  const away = awayMail({ readerName: words, caseLabel: words, writers: [words, words, words], count: 3, link })
  const [ofAccountsAll, ofStaffAll, ofSignUpAll] = [ofAccounts, ofStaff, ofSignUp].map(Object.values)
  // Words in every place at once, and so in reminders, whose makers only list cases.
  const whole = { subject: words, greeting: words, lead: words, note: words, action: 'Open', why: words, link }
  return [ofAccountsAll, ofStaffAll, ofSignUpAll, ofPayments, ofCases, ofOwners, away, whole].flat() as LinkedWords[]
}

/** Stores a mail as the portal does, and sends it with a token, as its job does; how it leaves. */
async function leaves(words: LinkedWords, through?: Mailer) {
  const { db } = test.connection
  const id = await db.transaction().execute(async (trx) => {
    await queueMail(
      trx,
      { ...words, to: 'ada@example.com', kind: 'access.test' },
      { name: 'none', payload: {}, takesToken: true },
    )
    const { rows } = await sql<{ id: number }>`
      delete from outbox where name = 'none' returning (payload ->> 'mail_id')::int as id`.execute(trx)
    return rows[0]!.id
  })
  const made: OutgoingMail[] = []
  const mailer: Mailer = {
    async send(mail) {
      made.push(mail)
      await through?.send(mail)
    },
    async close() {},
  }
  await deliver(db, mailer, id, false, async () => token)
  return made[0]!
}

function expectOneLink(mail: { subject: string; text: string; html: string; to: string }): void {
  expect(linksIn(mail, home)).toEqual({ tokens: [token], elsewhere: [] })
  expect(mail.html.match(/<a /g)).toHaveLength(1)
  expect(mail.html).toContain(`<a href="${home}/reset-password?token=${token}&amp;mode=initial"`)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.to).toBe('ada@example.com')
}

describe('a mail that holds', () => {
  it.each(said)('%j carries one token, in an address of the portal, to its reader only', async (words) => {
    const mails = mailsOf(words)
    expect(mails.length).toBeGreaterThan(25)
    for (const mail of mails) expectOneLink(await leaves(mail))
  })

  it.each(said)('%j everywhere arrives over SMTP as it left', async (words) => {
    const everywhere = { subject: words, greeting: words, lead: words, note: words, action: 'Open', why: words, link }
    const { id } = await leaves(everywhere, mailer)
    expectOneLink((await server.received(id))!)
  })

  const withNote = (note: string) => leaves({ subject: 's', greeting: 'g', lead: 'l', note, action: 'a', link })

  it('a note keeps it word for word, as a quotation', async () => {
    for (const note of said.slice(0, 8)) expect((await withNote(note)).text).toContain(`\n> ${note}\n`)
  })

  it.each(['\n', '\r\n', '\r', '\n\n', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
    'a note of several lines, cut by %j, begins none that looks like the portal’s own',
    async (cut) => {
      const note = ['Hello', 'Set a new password: https://evil.example', 'Archwire'].join(cut)
      const { text, html } = await withNote(note)
      const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
      expect(lines.filter((line) => line === 'Archwire')).toHaveLength(1)
      expect(lines.filter((line) => line.includes('evil'))).toEqual(['> Set a new password: https://evil.example'])
      expect(/<blockquote [^>]*>([^]*)<\/blockquote>/.exec(html)![1]).toContain('evil.example')
      expect(html.replace(/<blockquote [^>]*>[^]*<\/blockquote>/, '')).not.toContain('evil.example')
    },
  )
})

const paper = { brand: { name: 'Archwire', lab: 'Lab' }, zone: 'UTC', labAddress: [] }
const orderOf = (words: string, payments: Order['payments']): Order =>
  paperOrder({
    organization: { id: 7, name: words, account_number: 'O-000007' },
    order_items: [paperItem(1, words)],
    payments,
  })

describe('words of people stay as they were written', () => {
  it.each(said)('in bells and messages: %j', (words) => {
    const oneLine = words.replaceAll(/\s+/g, ' ').trim()
    const writer = { id: 7, name: words, role: 'doctor' as const }
    expect(bellWords(words, words, true)).toBe(`${words} mentioned you: ${oneLine}`)
    expect(practiceWords(noticeWords.held!, words)).toBe(`The case is on hold: ${oneLine}`)
    expect(plainWords({ role: 'doctor' }, `a @[7] ${words}`, [writer])).toBe(`a @${words} ${words}`)
  })

  it.each(said)('in the bells of every table of notices: %j', (words) => {
    const order = noticed(words)
    const difference: NoticeDifference = {
      kind: 'other_sum',
      invoice_id: 1001,
      practice: words,
      expected: 5,
      reported: 1,
    }
    const ofOrders = Object.values(orderWords).flatMap(({ message, owners, lab }) =>
      [message, owners, lab].flatMap((say) => say?.(order) ?? []),
    )
    const ofOrganizations = Object.values(organizationWords).flatMap((lines) =>
      lines.map(({ message }) => message(words)),
    )
    const ofCases = [gainedWords(words), lostWords(words, words)]
    const bells = [...ofOrders, ...ofOrganizations, ...ofCases, labMessage(difference), ownerMessage(difference)]
    expect(bells.length).toBeGreaterThan(15)
    const named = bells.filter((bell) => bell.includes(words))
    expect(named.length).toBeGreaterThan(8)
    // What is left without the words is the portal's own, whatever they are.
    const own = (bell: string) => bell.replaceAll(words, '')
    for (const bell of named) expect(own(bell)).not.toMatch(/evil|thief|Bcc|token|\{\{|<a |\$&/)
  })

  it('a push message holds no one’s words: its texts are the portal’s own', () => {
    expect(Object.values(pushWords).length).toBeGreaterThan(0)
    for (const text of Object.values(pushWords)) expect(text).toMatch(/^[\w ’'.,:–-]+$/)
  })

  it('a name that looks like a mention names no one else', () => {
    const people = [
      { id: 7, name: '@[8]', role: 'doctor' as const },
      { id: 8, name: 'Mia', role: 'doctor' as const },
    ]
    expect(plainWords({ role: 'doctor' }, 'for @[7]', people)).toBe('for @@[8]')
  })

  const payment = (words: string, status: Order['payments'][number]['status']): Order['payments'][number] => ({
    id: 1,
    created_at: '2026-11-20T10:00:00.000Z',
    kind: 'charge',
    reason: '',
    by: '',
    method: 'card',
    brand: words,
    last_four: '1111',
    status,
    message: words,
    transaction: 't',
    value: 5,
    refunded: 1,
    refunds: [{ id: 1, created_at: '2026-11-21T10:00:00.000Z', value: 1 }],
  })

  it.each(paymentStatusNames)(
    'payments that are %s: CSV and paper say method, state, day and the provider’s words',
    (status) => {
      for (const words of said) {
        const order = orderOf(words, [payment(words, status)])
        const [paid, refund] = paperPayments(order).map((each) => paymentWords(each, '2026-11-20'))
        expect(paid).toBe(`${words} ending in 1111, ${paymentStatuses[status].label}, 2026-11-20: ${words}`)
        expect(refund).toBe(`${words} ending in 1111, 2026-11-20`)
        const csv = invoiceCsv(order, noBlocks, paper)
        expect(csv).toContain(`,Payment,${textCell(paid!)},,5.00\r\n`)
        expect(csv).toContain(`,Refund,${textCell(refund!.replace('2026-11-20', '2026-11-21'))},,-1.00\r\n`)
      }
    },
  )

  it.each(said)('in the CSV and the PDF of an invoice: %j', async (words) => {
    const order = orderOf(words, [payment(words, 'DECLINED')])
    const quoted = words.replaceAll('"', '""')
    expect(invoiceCsv(order, noBlocks, paper).split(quoted).length).toBeGreaterThan(2)
    // A link would be an action of the PDF.
    expect(Buffer.from(await invoicePdf(order, noBlocks, paper)).toString('latin1')).not.toMatch(
      /\/URI|\/JavaScript|\/Launch/,
    )
  })
})
