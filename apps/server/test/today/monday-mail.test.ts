import { addDays, instantIn } from '@archwire/contract/core/dates.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { today } from '@archwire/contract/today/routes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { errorLine } from '../../src/kernel/error-line.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import { todayJobs } from '../../src/modules/today/jobs.ts'
import { mailMonday } from '../../src/modules/today/monday-mail.ts'
import type { OutgoingMail } from '../../src/services/mail/port.ts'
import { auditedActions } from '../audited.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { asOwner } from '../as-owner.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'

/** `today/mail`, `today/switch`: it is written to everyone, so its tests need a database of their own. */
let test: TestApp
let given: Given
let tech: TestUser
let practice: GivenPractice
/** A Monday later than anything that these tests make; on the Sunday after it the lab's clocks change. */
const week = '2150-03-02'
const home = 'http://archwire.test'

beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  tech = await given.user('supervisor')
  practice = await given.practice()
  await given.case({ practice, tech, stage: 'awaiting_approval', form: { user_id: practice.member.id } })
  await given.case({ practice, tech, stage: 'in_progress', held: true, form: { user_id: practice.member.id } })
})
afterEach(() => setClock(undefined))
afterAll(() => test.close())

const tools = () => ({ db: test.connection.db, publicUrl: home, labZone: test.config.labZone })
/** So many minutes after 8:00 of the Monday so many weeks on. */
const moment = (minutes: number, weeks = 0) =>
  new Date(instantIn(test.config.labZone, addDays(week, 7 * weeks), 8 * 3600).getTime() + minutes * 60_000)
async function at<T>(when: Date, what: () => Promise<T>): Promise<T> {
  setClock(() => when)
  try {
    return await what()
  } finally {
    setClock(undefined)
  }
}
/** The job runs at such a moment. */
const runAt = (minutes: number, weeks = 0) =>
  at(moment(minutes, weeks), () => mailMonday(tools(), new AbortController().signal))
const mailsTo = async ({ id }: TestUser) =>
  (
    await sql<{ id: number; text: string; subject: string }>`select m.id, m.subject, ${mailText} as text from mails m
      join users u on u.email = m.to_address where u.id = ${id} and m.kind = 'today.monday' order by m.id`.execute(
      test.connection.db,
    )
  ).rows
const countOf = async (user: TestUser) => (await mailsTo(user)).length
const turn = (user: TestUser, enabled: boolean) => test.as(user).call(today.setMail, { body: { enabled } })
const isOn = async (user: TestUser) => (await test.as(user).call(today.get, {})).body.monday_mail

/** Sends the newest mail to a person at a moment, and returns what left. */
async function sent(user: TestUser, when: Date): Promise<OutgoingMail | undefined> {
  const mail = (await mailsTo(user)).at(-1)!
  const { rows } = await sql<{ payload: { mail_id: number; monday_mail_id: number } }>`
    select payload from outbox where name = 'today.send-mail' and (payload ->> 'mail_id')::int = ${mail.id}`.execute(
    test.connection.db,
  )
  const left: OutgoingMail[] = []
  const mailer = { send: async (out: OutgoingMail) => void left.push(out), close: async () => {} }
  const job = todayJobs.find(({ name }) => name === 'today.send-mail')!
  const attempt = { signal: new AbortController().signal, last: false }
  await at(when, () => job.run({ ...tools(), mailer } as never, rows[0]!.payload as never, attempt))
  return left[0]
}
const actionsOf = ({ id }: TestUser) => auditedActions(test, `subject = 'monday_mail' and subject_id = $1`, [id])
const tokenIn = (mail: OutgoingMail | undefined) => /monday_mail\/([\w-]{43})\/stop$/.exec(mail!.stopAt!)![1]!

describe('the Monday mail', () => {
  it('is sent to everyone for whom something waits, with its numbers and no name of a patient', async () => {
    await runAt(-1)
    expect(await countOf(practice.owner)).toBe(0)
    await runAt(0)
    const [mail] = await mailsTo(practice.owner)
    expect(mail!.subject).toBe('What waits this week')
    expect(mail!.text).toContain('To approve: 1\nOn hold: 1')
    expect(mail!.text).toContain(`${home}/today`)
    expect(mail!.text).not.toMatch(/Ada|CASE/)
    expect((await mailsTo(practice.assistant))[0]!.text).not.toContain('To approve')
    expect(await countOf(await given.user('doctor'))).toBe(0)
  })

  it('is sent once a week, however often its job runs and however many run at once, and again the next Monday', async () => {
    const other = await given.practice()
    await given.case({ practice: other, tech, held: true })
    // A worker that was down in the morning.
    await Promise.all([runAt(400), runAt(400), runAt(400)])
    await runAt(415)
    expect([await countOf(practice.owner), await countOf(other.owner)]).toEqual([1, 1])
    await runAt(0, 1)
    expect([await countOf(practice.owner), await countOf(other.owner)]).toEqual([2, 2])
    // On a Tuesday nothing is made up for.
    const late = await given.practice()
    await given.case({ practice: late, tech, held: true })
    await runAt(24 * 60, 1)
    expect(await countOf(late.owner)).toBe(0)
  })

  it('is not sent where nothing waits, and not later in the day when something does', async () => {
    const quiet = await given.practice()
    await runAt(0, 2)
    await given.case({ practice: quiet, tech, held: true })
    await runAt(60, 2)
    expect(await countOf(quiet.owner)).toBe(0)
  })

  it('is not sent about a disabled, archived or suspended practice, nor to an archived person', async () => {
    const places = [await given.practice(), await given.practice(), await given.practice(), await given.practice()]
    for (const place of places) await given.case({ practice: place, tech, held: true })
    for (const [index, column] of (['disabled_at', 'deleted_at', 'suspended_at'] as const).entries())
      await sql`update organizations set ${sql.ref(column)} = now() where id = ${places[index]!.id}`.execute(
        test.connection.db,
      )
    await sql`update users set deleted_at = now() where id = ${places[3]!.owner.id}`.execute(test.connection.db)
    await runAt(0, 3)
    for (const place of places) expect(await countOf(place.owner)).toBe(0)
    expect(await countOf(places[3]!.manager)).toBe(1)
  })

  it('names each practice of a person of several, and leaves out one that is suspended', async () => {
    const [first, second, third] = [await given.practice(), await given.practice(), await given.practice()]
    for (const place of [first, second, third]) await given.case({ practice: place, tech, held: true })
    for (const place of [second, third])
      await sql`insert into memberships (organization_id, user_id, role) values (${place.id}, ${first.owner.id}, 'organization_manager')`.execute(
        test.connection.db,
      )
    await sql`update organizations set suspended_at = now() where id = ${third.id}`.execute(test.connection.db)
    await runAt(0, 4)
    const { name } = (await test.as(first.owner).call(organizations.get, { params: { id: second.id } })).body
      .organization
    const [mail] = await mailsTo(first.owner)
    expect(mail!.text).toContain(`${name}: On hold: 1`)
    expect(mail!.text.match(/On hold/g)).toHaveLength(2)
  })

  it('is not sent to a doctor whom the approval reminder tells of all that waits', async () => {
    const own = await given.practice()
    await given.case({ practice: own, tech, stage: 'awaiting_approval', form: { user_id: own.member.id } })
    await runAt(0, 5)
    expect([await countOf(own.member), await countOf(own.owner)]).toEqual([0, 1])
    await sql`insert into notification_settings (organization_id, settings, version, created_at, updated_at)
      values (${own.id}, '{"approval_reminder": {"enabled": false, "additional_emails": []}}', 1, now(), now())`.execute(
      test.connection.db,
    )
    await runAt(0, 6)
    expect(await countOf(own.member)).toBe(1)
  })

  it('says to the lab what waits for it, and to a partner what waits for it alone', async () => {
    const at = await given.practice({ partner: true })
    const partner = at.partner!.user
    const cases = [await given.case({ practice: at, tech, form: { submission_completed_by: 3 } })]
    await asOwner(`update rx_forms set ship_date = '2020-01-06' where patient_id = $1`, [cases[0]!.id], test.ownerUrl)
    await test.connection.db.transaction().execute((trx) => refreshCaseRows(trx, [cases[0]!.id]))
    await given.case({ practice: at, tech })
    await runAt(0, 7)
    expect((await mailsTo(partner))[0]!.text).toContain('Late: 1')
    expect((await mailsTo(partner))[0]!.text).not.toContain('Unassigned')
    expect((await mailsTo(tech)).at(-1)!.text).toContain('Unassigned')
  })

  it('that fails for one person is sent to the others, and to that person by the next run', async () => {
    const [ours, theirs] = [await given.practice(), await given.practice()]
    for (const place of [ours, theirs]) await given.case({ practice: place, tech, held: true })
    const people = [ours.owner, ours.manager, theirs.owner, theirs.manager].toSorted((a, b) => a.id - b.id)
    const [first, ...others] = people
    await asOwner(
      `create function refuse_one() returns trigger language plpgsql as $$
        begin if new.user_id = ${first!.id} then raise 'refused'; end if; return new; end $$`,
      [],
      test.ownerUrl,
    )
    await asOwner(
      `create trigger refuse_one before insert on monday_mails for each row execute function refuse_one()`,
      [],
      test.ownerUrl,
    )
    const error = await runAt(0, 14).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    // Of a database's error the log has the code: its words may quote values.
    expect(errorLine(error)).toMatchObject({
      message: 'The Monday mail failed for 1 of the people.',
      cause: { code: 'P0001', message: '' },
    })
    expect(await Promise.all(people.map(countOf))).toEqual([0, ...others.map(() => 1)])
    await asOwner('drop trigger refuse_one on monday_mails', [], test.ownerUrl)
    await runAt(15, 14)
    expect(await Promise.all(people.map(countOf))).toEqual(people.map(() => 1))
  })

  it('that could not leave on its Monday does not leave later: it says what waits this morning', async () => {
    const quiet = await given.practice()
    await given.case({ practice: quiet, tech, held: true })
    await runAt(0, 15)
    expect(await sent(quiet.owner, moment(24 * 60, 15))).toBeUndefined()
    // At 23:59 of the lab's Monday it still does.
    expect(await sent(quiet.manager, moment(16 * 60 - 1, 15))).toBeDefined()
  })
})

describe('the switch', () => {
  it('is turned off by a POST of a mail program or a button, without a session, as often as one likes', async () => {
    await runAt(0, 8)
    const mail = await sent(practice.owner, moment(1, 8))
    const token = tokenIn(mail)
    expect(mail!.text).toContain(`Turn off the Monday email: ${home}/monday-mail?token=${token}`)
    expect(mail!.stopAt).toBe(`${home}/api/v1/monday_mail/${token}/stop`)
    expect(mail!.html).toContain(`/monday-mail?token=${token}`)
    // A GET turns nothing off: mail scanners follow links.
    expect((await test.raw(null, 'GET', `/monday_mail/${token}/stop`)).status).toBe(404)
    expect(await isOn(practice.owner)).toBe(true)
    const { statusCode } = await test.app.fastify.inject({
      method: 'POST',
      url: `/api/v1/monday_mail/${token}/stop`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(statusCode).toBe(200)
    expect(await isOn(practice.owner)).toBe(false)
    const again = await test.as(null).call(today.stopMail, { params: { token } })
    expect([again.status, again.body.message]).toEqual([200, 'The Monday email is off.'])
    expect(await isOn(practice.manager)).toBe(true)
    expect(await actionsOf(practice.owner)).toEqual(['monday_mail.turned_off'])
    await runAt(0, 9)
    expect([await countOf(practice.owner), await countOf(practice.manager)].map((count) => count > 0)).toEqual([
      true,
      true,
    ])
    const before = await countOf(practice.owner)
    await runAt(0, 10)
    expect(await countOf(practice.owner)).toBe(before)
  })

  it('is turned on again on the page, from the next Monday on', async () => {
    const before = await countOf(practice.owner)
    expect((await turn(practice.owner, true)).body).toEqual({ monday_mail: true, message: 'The Monday email is on.' })
    const nine = instantIn(test.config.labZone, addDays(week, 77), 9 * 3600)
    await sql`update monday_mail_switches set changed_at = ${nine} where user_id = ${practice.owner.id}`.execute(
      test.connection.db,
    )
    await runAt(120, 11)
    expect(await countOf(practice.owner)).toBe(before)
    await runAt(0, 12)
    expect(await countOf(practice.owner)).toBe(before + 1)
    expect(await isOn(practice.owner)).toBe(true)
  })

  it('is not turned by a token of no one, of an archived person, or of an address that is no longer the person’s', async () => {
    expect((await test.as(null).call(today.stopMail, { params: { token: 'A'.repeat(43) } })).status).toBe(404)
    const token = tokenIn(await sent(practice.manager, moment(1, 12)))
    const { rows } = await sql<{ hash: string }>`
      select encode(token_hash, 'hex') as hash from monday_mails where token_hash is not null`.execute(
      test.connection.db,
    )
    expect(rows.map(({ hash }) => hash)).not.toContain(Buffer.from(token).toString('hex'))
    await sql`update users set email = 'new.' || email where id = ${practice.manager.id}`.execute(test.connection.db)
    expect((await test.as(null).call(today.stopMail, { params: { token } })).status).toBe(404)
    await sql`update users set email = substr(email, 5), deleted_at = now() where id = ${practice.manager.id}`.execute(
      test.connection.db,
    )
    expect((await test.as(null).call(today.stopMail, { params: { token } })).status).toBe(404)
  })

  it('keeps a mail that waits from leaving once it is off, and changes nothing twice', async () => {
    const { member } = practice
    await runAt(0, 13)
    await turn(member, false)
    expect(await sent(member, moment(1, 13))).toBeUndefined()
    await turn(member, false)
    await turn(member, true)
    await turn(member, true)
    expect(await actionsOf(member)).toEqual(['monday_mail.turned_off', 'monday_mail.turned_on'])
  })

  it('takes the body of a form at this call alone', async () => {
    const form = (url: string) =>
      test.app.fastify.inject({
        method: 'POST',
        url: `/api/v1${url}`,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: '--x--',
      })
    expect((await form(`/monday_mail/${'A'.repeat(43)}/stop`)).statusCode).toBe(404)
    expect((await form('/login')).statusCode).toBe(415)
  })
})
