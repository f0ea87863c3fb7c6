import type { CaseEventName } from '@archwire/contract/events.ts'
import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import type { NotificationSettingsEdit } from '@archwire/contract/notification-settings/schema.ts'
import type { NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordOfCases } from '../../src/modules/case-core/index.ts'
import { announce } from '../../src/modules/cases/announce.ts'
import { noticeWords } from '../../src/modules/cases/notice-words.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'

/** Bells and mails obey the settings of the practice (`notices/settings`, `notices/additional-emails`). */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

const zone = 'America/Denver'
const publicUrl = 'http://archwire.test'
const off = { enabled: false, additional_emails: [] }
const set = async (practice: GivenPractice, body: NotificationSettingsEdit) => {
  const answer = await test.as(practice.owner).call(notificationSettings.update, { params: { id: practice.id }, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const addressOf = async ({ id }: TestUser) =>
  (await test.connection.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const desk = () => `desk-${given.unique()}@example.com`

interface Mail {
  id: number
  to_address: string
  subject: string
  text: string
}
/** Mails about the event of a case, by address. */
const mailsOf = async (historyId: number): Promise<Mail[]> =>
  (
    await sql<Mail>`select id::int, to_address, subject, ${mailText} as text from mails where history_id = ${historyId}
      order by to_address`.execute(test.connection.db)
  ).rows
const rung = async (historyId: number): Promise<number[]> =>
  (
    await sql<{
      user_id: number
    }>`select user_id from notifications where history_id = ${historyId} order by user_id`.execute(test.connection.db)
  ).rows.map(({ user_id }) => user_id)

/** Something happens to a case; the job behind it has run when this returns, maybe beside the worker's own. */
async function happens(
  testCase: GivenCase,
  event: CaseEventName,
  data: object | null = null,
  by: TestUser = tech,
  note: string | null = null,
) {
  const actor = await given.actor(by)
  const { db } = test.connection
  await recordOfCases(db, actor, [
    { subject: 'case', id: testCase.id, organizationId: testCase.practice.id, event, data, note, announce: true },
  ])
  const { rows } = await sql<{ id: number }>`
    select max(id)::int as id from case_history where patient_id = ${testCase.id} and event = ${event}`.execute(db)
  const { id } = rows[0]!
  await announce({ db, publicUrl, labZone: zone }, { history_id: id })
  return id
}

/** Every event that sends a mail and follows a setting. */
const byKind: [NotificationKind, CaseEventName][] = [
  ['setup_requested', 'submitted'],
  ['setup_completed', 'ready'],
  ['setup_completed', 'setup_completed'],
  ['print_requested', 'print_requested'],
  ['print_completed', 'request_completed'],
  ['correction_completed', 'correction_completed'],
]

it('these are all kinds of cases that have an event', () =>
  expect(
    Object.entries(noticeWords)
      .flatMap(([event, { kind, mail }]) => (kind && mail ? [`${kind} ${event}`] : []))
      .sort(),
  ).toEqual(byKind.map((pair) => pair.join(' ')).sort()))

describe.each(byKind)('%s by %s', (kind, event) => {
  const others = byKind.map(([other]) => other).filter((other) => other !== kind)
  const { practice: told } = noticeWords[event]!

  it('on: the doctor alone', async () => {
    const testCase = await given.case()
    const { owner } = testCase.practice
    // What is said of other kinds does not matter.
    await set(testCase.practice, Object.fromEntries(others.map((other) => [other, off])))
    const entry = await happens(testCase, event)
    expect((await mailsOf(entry)).map(({ to_address }) => to_address)).toEqual([await addressOf(owner)])
    expect((await rung(entry)).includes(owner.id)).toBe(told !== undefined)
  })

  it('off: no mail and no bell for the practice; the lab still gets both', async () => {
    const [on, muted] = [await given.case(), await given.case()]
    await set(muted.practice, { [kind]: { enabled: false, additional_emails: [desk()] } })
    const by = await given.user('admin')
    const [entry, silent] = [await happens(on, event, null, by), await happens(muted, event, null, by)]
    expect(await mailsOf(silent)).toEqual([])
    const ofPractice = [on, muted].map(({ practice: { owner } }) => owner.id)
    const lab = (await rung(entry)).filter((id) => !ofPractice.includes(id))
    expect(await rung(silent)).toEqual(lab)
    expect(lab.length > 0).toBe(noticeWords[event]!.lab !== undefined)
  })

  it('with additional addresses: a copy each, once, with nothing that the doctor’s does not say', async () => {
    const testCase = await given.case()
    const { owner } = testCase.practice
    const doctor = await addressOf(owner)
    const [first, second] = [desk(), desk()].sort() as [string, string]
    await set(testCase.practice, {
      [kind]: { enabled: true, additional_emails: [second, first, doctor.toUpperCase()] },
    })
    const entry = await happens(testCase, event)
    await announce({ db: test.connection.db, publicUrl, labZone: zone }, { history_id: entry })
    const mails = await mailsOf(entry)
    expect(mails.map(({ to_address }) => to_address).sort()).toEqual([doctor, first, second].sort())
    const own = mails.find(({ to_address }) => to_address === doctor)!
    const copies = mails.filter((mail) => mail !== own)
    expect(own.text).toMatch(/^Dear /)
    const why = 'You get this email because the practice added your address to these notifications.'
    expect(own.text).not.toContain(why)
    for (const copy of copies) {
      expect(copy.subject).toBe(own.subject)
      const extra = copy.text.split('\n').filter((line) => !own.text.split('\n').includes(line))
      expect(extra).toEqual(['Hello,', why])
      // They arrive, in the mailbox of whom they are for.
      const arrived = await vi.waitFor(async () => {
        const mail = await test.mail!.received(copy.id)
        expect(mail).toBeDefined()
        return mail!
      }, 30_000)
      expect(JSON.stringify(arrived)).toContain(copy.to_address)
      expect(JSON.stringify(arrived)).toContain(why)
    }
  })
})

it('a note of the case goes to the doctor as a quotation, and to no additional address', async () => {
  const testCase = await given.case()
  const doctor = await addressOf(testCase.practice.owner)
  await set(testCase.practice, { setup_completed: { enabled: true, additional_emails: [desk()] } })
  const entry = await happens(testCase, 'ready', null, tech, 'Sign in at evil.example')
  const mails = await mailsOf(entry)
  expect(mails).toHaveLength(2)
  for (const { to_address, text } of mails) expect(text.includes('evil.example')).toBe(to_address === doctor)
})

it('what requires action follows no setting, and goes to no additional address', async () => {
  const testCase = await given.case()
  const all = byKind.map(([kind]) => [kind, { enabled: false, additional_emails: [desk()] }])
  await set(testCase.practice, Object.fromEntries(all))
  const entry = await happens(testCase, 'held')
  expect((await mailsOf(entry)).map(({ to_address }) => to_address)).toEqual([await addressOf(testCase.practice.owner)])
  expect(await rung(entry)).toEqual([testCase.practice.owner.id])
})

it('sends a print after the doctor’s approval to additional addresses, not to the doctor', async () => {
  const testCase = await given.case()
  const address = desk()
  await set(testCase.practice, { print_requested: { enabled: true, additional_emails: [address] } })
  const entry = await happens(testCase, 'print_requested', { from_rx: true }, testCase.practice.owner)
  expect((await mailsOf(entry)).map(({ to_address }) => to_address)).toEqual([address])
})

it('a doctor who has left gets none, additional addresses do', async () => {
  const testCase = await given.case()
  const { id, owner } = testCase.practice
  const address = desk()
  await set(testCase.practice, { setup_completed: { enabled: true, additional_emails: [address] } })
  await sql`delete from memberships where organization_id = ${id} and user_id = ${owner.id}`.execute(test.connection.db)
  const entry = await happens(testCase, 'ready')
  expect((await mailsOf(entry)).map(({ to_address }) => to_address)).toEqual([address])
})

it('an archived practice gets no mails', async () => {
  const testCase = await given.case()
  await set(testCase.practice, { setup_completed: { enabled: true, additional_emails: [desk()] } })
  await sql`update organizations set deleted_at = now() where id = ${testCase.practice.id}`.execute(test.connection.db)
  const [entry, action] = [await happens(testCase, 'ready'), await happens(testCase, 'held')]
  expect([...(await mailsOf(entry)), ...(await mailsOf(action))]).toEqual([])
  expect([...(await rung(entry)), ...(await rung(action))]).toEqual([])
})
