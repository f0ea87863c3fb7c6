import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remindOfDeadlines } from '../../src/modules/cases/deadlines.ts'
import { forgetReminders, remind } from '../../src/modules/cases/reminders.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'

/** Reminders obey the settings of the practice (`notices/reminder`, `notices/settings`). */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

const set = async (practice: GivenPractice, enabled: boolean, ...additional_emails: string[]) => {
  const body = { approval_reminder: { enabled, additional_emails } }
  const answer = await test.as(practice.owner).call(notificationSettings.update, { params: { id: practice.id }, body })
  expect(answer.status).toBe(200)
}
const waiting = (practice: GivenPractice, doctor = practice.owner): Promise<GivenCase> =>
  given.case({ stage: 'awaiting_approval', tech, practice, form: { user_id: doctor.id } })
const addressOf = async ({ id }: TestUser) =>
  (await test.connection.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const desk = () => `desk-${given.unique()}@example.com`
const mailsTo = async (address: string) =>
  (
    await sql<{
      subject: string
      text: string
    }>`select subject, ${mailText} as text from mails where to_address = ${address}
      and kind in ('approvals.reminder', 'approvals.deadline') order by id`.execute(test.connection.db)
  ).rows
const bellsOf = async ({ id }: GivenCase) =>
  (
    await sql<{ user_id: number }>`select user_id from notifications where patient_id = ${id}
      and type in ('approval_reminder', 'approve_by')`.execute(test.connection.db)
  ).rows.map(({ user_id }) => user_id)
/** The cases that a mail lists. */
const named = (mail: { text: string } | undefined, cases: GivenCase[]) =>
  cases.filter(({ id }) => new RegExp(`C-${id}\\b`).test(mail?.text ?? '')).map(({ id }) => id)
const weekly = () => remind(test.connection.db, 'http://archwire.test')
const why = 'You get this email because the practice added your address to these notifications.'

describe('the weekly reminder', () => {
  it('off: no mail, no bell', async () => {
    const practice = await given.practice()
    const [testCase, address] = [await waiting(practice), desk()]
    await set(practice, false, address)
    await weekly()
    expect(await mailsTo(await addressOf(practice.owner))).toEqual([])
    expect(await mailsTo(address)).toEqual([])
    expect(await bellsOf(testCase)).toEqual([])
    await set(practice, true, address)
    await weekly()
    expect(await mailsTo(await addressOf(practice.owner))).toHaveLength(1)
    expect(await mailsTo(address)).toHaveLength(1)
    expect(await bellsOf(testCase)).toEqual([practice.owner.id])
  })

  it('one mail for each address with all cases of the practice, once a week', async () => {
    const practice = await given.practice()
    const cases = [await waiting(practice), await waiting(practice), await waiting(practice, practice.member)]
    const stranger = await waiting(await given.practice())
    const [first, second] = [desk(), desk()]
    await set(practice, true, first, second)
    await weekly()
    await weekly()
    for (const address of [first, second]) {
      const [mail, ...more] = await mailsTo(address)
      expect(more).toEqual([])
      expect(mail!.subject).toBe('3 setups wait for approval')
      expect(mail!.text).toMatch(/^Hello,\n/)
      expect(mail!.text).toContain(why)
      expect(named(mail, [...cases, stranger])).toEqual(cases.map(({ id }) => id))
    }
    const [own] = await mailsTo(await addressOf(practice.owner))
    expect(own!.subject).toBe('2 setups wait for your approval')
    expect(own!.text).not.toContain(why)
    expect(named(own, cases)).toEqual(cases.slice(0, 2).map(({ id }) => id))
    await sql`update mails set created_at = created_at - interval '7 days' where to_address = ${first}`.execute(
      test.connection.db,
    )
    await weekly()
    expect(await mailsTo(first)).toHaveLength(2)
    expect(await mailsTo(second)).toHaveLength(1)
  })

  it('an address of two practices gets one for each; a doctor among the addresses no second one of their own', async () => {
    const [one, two] = [await given.practice(), await given.practice()]
    const cases = [await waiting(one), await waiting(two)]
    const address = desk()
    const doctor = await addressOf(one.owner)
    await set(one, true, address, doctor.toUpperCase())
    await set(two, true, address, doctor)
    await weekly()
    const lists = (await mailsTo(address)).map((mail) => named(mail, cases))
    expect(lists).toHaveLength(2)
    expect(lists).toEqual(expect.arrayContaining(cases.map(({ id }) => [id])))
    expect(await mailsTo(doctor.toUpperCase())).toEqual([])
    // The other practice names the doctor of the first one.
    expect((await mailsTo(doctor)).map((mail) => named(mail, cases))).toEqual([[cases[0]!.id], [cases[1]!.id]])
  })

  it('a doctor of two practices is reminded of the cases of the one that wants it', async () => {
    const [one, two] = [await given.practice(), await given.practice()]
    await sql`insert into memberships (organization_id, user_id, role)
      values (${two.id}, ${one.owner.id}, 'organization_member')`.execute(test.connection.db)
    const cases = [await waiting(one), await waiting(two, one.owner)]
    await set(one, false)
    await weekly()
    expect((await mailsTo(await addressOf(one.owner))).map((mail) => named(mail, cases))).toEqual([[cases[1]!.id]])
  })

  it('a deleted case takes the words of copies with it', async () => {
    const practice = await given.practice()
    const testCase = await waiting(practice)
    // An address of a person: those that no one has are emptied anyway.
    const address = await addressOf(practice.manager)
    await set(practice, true, address)
    await weekly()
    expect(named((await mailsTo(address))[0], [testCase])).toEqual([testCase.id])
    await test.connection.db
      .transaction()
      .execute((trx) => forgetReminders(trx, { id: testCase.id, organization_id: practice.id }))
    expect(await mailsTo(address)).toEqual([{ subject: '', text: '' }])
  })
})

describe('the reminder before a deadline', () => {
  const passesSoon = ({ id, practice }: GivenCase) =>
    sql`update rx_forms set approve_by = now() + interval '2 hours'
      where organization_id = ${practice.id} and patient_id = ${id}`.execute(test.connection.db)
  const daily = () =>
    remindOfDeadlines({ db: test.connection.db, publicUrl: 'http://archwire.test', labZone: 'America/Denver' })

  it('off: no mail, no bell; on again it is told', async () => {
    const practice = await given.practice()
    const [testCase, address] = [await waiting(practice), desk()]
    await passesSoon(testCase)
    await set(practice, false, address)
    await daily()
    expect([...(await mailsTo(await addressOf(practice.owner))), ...(await mailsTo(address))]).toEqual([])
    expect(await bellsOf(testCase)).toEqual([])
    await set(practice, true, address)
    await daily()
    expect(await mailsTo(await addressOf(practice.owner))).toHaveLength(1)
    expect(await mailsTo(address)).toHaveLength(1)
    expect(await bellsOf(testCase)).toEqual([practice.owner.id])
  })

  it('additional addresses get a copy of what the doctor gets, of their practice, once', async () => {
    const [one, two] = [await given.practice(), await given.practice()]
    await sql`insert into memberships (organization_id, user_id, role)
      values (${two.id}, ${one.owner.id}, 'organization_member')`.execute(test.connection.db)
    const cases = [await waiting(one), await waiting(two, one.owner)]
    for (const testCase of cases) await passesSoon(testCase)
    const [first, second] = [desk(), desk()]
    const doctor = await addressOf(one.owner)
    await set(one, true, first, doctor.toUpperCase())
    await set(two, true, second)
    await Promise.all([daily(), daily()])
    await daily()
    expect((await mailsTo(first)).map((mail) => named(mail, cases))).toEqual([[cases[0]!.id]])
    expect((await mailsTo(second)).map((mail) => named(mail, cases))).toEqual([[cases[1]!.id]])
    expect((await mailsTo(doctor)).map((mail) => named(mail, cases))).toEqual([cases.map(({ id }) => id)])
    expect(await mailsTo(doctor.toUpperCase())).toEqual([])
    const [copy] = await mailsTo(first)
    expect(copy!.subject).toMatch(new RegExp(`^Case C-${cases[0]!.id}: please approve the setup by `))
    expect(copy!.text).toContain(why)
  })
})
