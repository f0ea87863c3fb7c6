import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { organizationCallsIn, refusalOf } from '../organization-calls.ts'
import { details, none, openPurchases, type Purchases } from '../purchases.ts'

/** What the owner of a new practice enters (`billing/account-details`, `billing/survey`, `billing/setup-resumes`). */
let on: Purchases
beforeAll(async () => {
  on = await openPurchases()
})
afterAll(() => on.close())

const setupOf = ({ body }: { body: Record<string, unknown> }) => body.account_setup as Record<string, unknown>
const { survey_answer_id: _, ...withoutAnswer } = details

describe('before anything is saved', () => {
  it('what is known of the owner is there, and nothing of an unnamed practice', async () => {
    const { id, owner } = await on.lead()
    const { email } = await on.test.connection.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    expect(await on.read(owner, id)).toMatchObject({
      status: 200,
      body: {
        account_setup: {
          account_details: {
            organization: '',
            first_name: 'Olga',
            last_name: 'Owner',
            email,
            phone_number: '',
            street_address: '',
            street_address_line_2: '',
            city: '',
            state: '',
            zip_code: '',
            country: 'USA',
            survey_answer_id: null,
            survey_response_other: '',
          },
          is_saved: false,
          version: 0,
          startup_fee: 'due',
          startup_fee_price: 200,
          is_finished: false,
          billing_state: null,
          is_in_progress: false,
          last_problem: null,
          order: null,
          can: { update: true, purchase: false },
        },
      },
    })
  })

  it('a practice that the lab made with a name and a location shows both', async () => {
    const practice = await on.given.practice({ paid: false })
    const { name } = await organizationCallsIn(on.test).rowOf(practice.id)
    const setup = setupOf(await on.read(practice.owner, practice.id))
    expect(setup).toMatchObject({ is_saved: false, is_finished: true, startup_fee: 'due' })
    expect(setup.account_details).toMatchObject({ organization: name, city: 'Denver', state: 'CO', zip_code: '80202' })
  })
})

describe('saving', () => {
  it('keeps the details aside: the practice has no name and no main location by them', async () => {
    const { id, owner } = await on.lead()
    const saved = await on.save(owner, id, details)
    expect(saved).toMatchObject({ status: 200, body: { message: 'The account details are saved.' } })
    expect(setupOf(saved)).toMatchObject({
      account_details: { ...details, survey_response_other: '' },
      is_saved: true,
      version: 1,
      is_finished: false,
      billing_state: 'CO',
      can: { update: true, purchase: false },
    })
    expect(setupOf(await on.read(owner, id))).toEqual(setupOf(saved))
    expect((await organizationCallsIn(on.test).rowOf(id)).name).toBe(`Account ${id}`)
    expect(await on.counts(id)).toEqual(none)
    expect(
      await audited(on.test, `organization_id = $1 and action = 'organization.account_details_saved'`, [id]),
    ).toHaveLength(1)
  })

  it('is seen by another owner, who changes it on the version they saw', async () => {
    const { id, owner } = await on.lead()
    const second = await on.secondOwner({ id })
    await on.save(owner, id, details)
    expect(setupOf(await on.read(second, id)).account_details).toMatchObject(details)
    expect((await on.save(second, id, { ...details, city: 'Boulder', version: 1 })).status).toBe(200)
    expect(await on.save(owner, id, { ...details, city: 'Aurora', version: 1 })).toMatchObject({
      status: 409,
      body: { error: 'Someone else changed this in the meantime.' },
    })
    expect(setupOf(await on.read(owner, id))).toMatchObject({ version: 2, account_details: { city: 'Boulder' } })
  })

  it('takes the email of an owner, and follows it', async () => {
    const { id, owner } = await on.lead()
    const email = 'someone.else@example.com'
    const refused = refusalOf('email', 'This is not the email of an owner.')
    expect(await on.save(owner, id, { ...details, email })).toMatchObject(refused)
    expect((await on.save(owner, id, details)).status).toBe(200)
    const now = `Olga.${on.given.unique()}@example.com`
    await sql`update users set email = ${now} where id = ${owner.id}`.execute(on.test.connection.db)
    expect(setupOf(await on.read(owner, id))).toMatchObject({ is_saved: true, account_details: { email: now } })
    expect((await on.save(owner, id, { ...details, email: now.toUpperCase(), version: 1 })).status).toBe(200)
  })

  it.each([
    ['organization', '', 'Required'],
    ['first_name', '  ', 'Required'],
    ['last_name', '', 'Required'],
    ['phone_number', '+0303555014', 'Invalid phone number.'],
    ['phone_number', '303555014', 'Invalid phone number.'],
    ['phone_number', '+123456', 'Invalid phone number.'],
    ['phone_number', '+1234567890123456', 'Invalid phone number.'],
    ['street_address', '', 'Required'],
    ['city', '', 'Required'],
    ['state', 'C', 'Must be exactly 2 characters.'],
    ['state', 'COL', 'Must be exactly 2 characters.'],
    ['zip_code', '', 'Required'],
    ['survey_answer_id', null, 'Must not be empty.'],
    ['survey_answer_id', 99, 'This answer does not exist.'],
    ['organization', 'Practice 4111 1111 1111 1111', 'Do not enter card or account numbers here.'],
    ['street_address', '4111-1111-1111-1111', 'Do not enter card or account numbers here.'],
    ['city', '378282246310005', 'Do not enter card or account numbers here.'],
    ['zip_code', '4012888888881881', 'Do not enter card or account numbers here.'],
    ['survey_response_other', '5555555555554444', 'Do not enter card or account numbers here.'],
  ])('refuses %s = %j', async (field, value, message) => {
    const { id, owner } = await on.lead()
    expect(await on.save(owner, id, { ...details, [field]: value })).toMatchObject(refusalOf(field, message))
    expect(setupOf(await on.read(owner, id)).is_saved).toBe(false)
    expect(on.logged.filter((line) => line.includes(String(value)) && /\d{4}/.test(String(value)))).toEqual([])
  })

  it('refuses a missing answer, and "Other" without a text', async () => {
    const { id, owner } = await on.lead()
    expect(await on.save(owner, id, withoutAnswer)).toMatchObject(refusalOf('survey_answer_id', 'Must not be empty.'))
    const other = { ...details, survey_answer_id: 7 }
    expect(await on.save(owner, id, other)).toMatchObject(refusalOf('survey_response_other', 'Required'))
    const saved = await on.save(owner, id, { ...other, survey_response_other: 'A friend' })
    expect(setupOf(saved).account_details).toMatchObject({ survey_answer_id: 7, survey_response_other: 'A friend' })
    // Staff read it on the page of the practice; whoever answered, and others, do not.
    const readBy = async (who: TestUser) =>
      ((await on.test.raw(who, 'GET', `/organizations/${id}`)).body.organization as { survey_response: unknown })
        .survey_response
    expect(await readBy(await on.given.user('supervisor'))).toBe('A friend')
    expect(await readBy(owner)).toBeNull()
    // A text beside another answer is not kept.
    const again = await on.save(owner, id, { ...details, survey_response_other: 'A friend' })
    expect(setupOf(again).account_details).toMatchObject({ survey_answer_id: 1, survey_response_other: '' })
  })

  it('asks for no answer while the question is not asked', async () => {
    const { id, owner } = await on.lead()
    const { db } = on.test.connection
    await sql`update survey_questions set is_active = false`.execute(db)
    try {
      const saved = await on.save(owner, id, withoutAnswer)
      expect(setupOf(saved).account_details).toMatchObject({ survey_answer_id: null, survey_response_other: '' })
    } finally {
      await sql`update survey_questions set is_active = true`.execute(db)
    }
  })

  it('takes a phone number that passes the check of card numbers', async () => {
    const { id, owner } = await on.lead()
    const saved = await on.save(owner, id, { ...details, phone_number: '+378282246310005' })
    expect(setupOf(saved).account_details).toMatchObject({ phone_number: '+378282246310005' })
  })

  it('ends with the finished setup', async () => {
    const { id, owner } = await on.ready()
    expect((await on.buy(owner, id)).status).toBe(200)
    const finished = { status: 409, body: { error: 'The account setup is finished.' } }
    expect(await on.save(owner, id, details)).toMatchObject(finished)
    expect(setupOf(await on.read(owner, id))).toMatchObject({
      is_finished: true,
      startup_fee: 'paid',
      can: { update: false, purchase: false },
    })
  })
})

describe('who sees and finishes the setup (billing/who-pays)', () => {
  /** By hand: the statuses of reading, saving and purchasing. */
  const table: [who: string, read: number, save: number, buy: number][] = [
    ['manager', 403, 403, 403],
    ['member', 403, 403, 403],
    ['assistant', 403, 403, 403],
    ['partner', 403, 403, 403],
    ['super_admin', 403, 403, 403],
    ['admin', 403, 403, 403],
    ['supervisor', 403, 403, 403],
    ['tech_support', 403, 403, 403],
    ['owner of another practice', 404, 404, 404],
    ['owner of another practice, member here', 403, 403, 403],
    ['nobody', 401, 401, 401],
    ['second owner', 200, 200, 200],
    ['owner', 200, 409, 409],
  ]
  it('is the table', async () => {
    const practice = await on.lead({ partner: true })
    await on.method(practice, 'paid')
    const other = await on.given.practice()
    await sql`insert into memberships (organization_id, user_id, role, created_at)
      values (${other.id}, ${practice.member.id}, 'organization_owner', now())`.execute(on.test.connection.db)
    const people: Record<string, TestUser | null> = {
      manager: practice.manager,
      member: await on.given.user('doctor'),
      assistant: practice.assistant,
      partner: practice.partner!.user,
      'owner of another practice': other.owner,
      'owner of another practice, member here': practice.member,
      nobody: null,
      'second owner': await on.secondOwner(practice),
      owner: practice.owner,
    }
    for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
      people[role] = await on.given.user(role)
    for (const [who, read, save, buy] of table) {
      const person = people[who]!
      expect([who, (await on.read(person, practice.id)).status]).toEqual([who, read])
      expect([who, (await on.save(person, practice.id, details)).status]).toEqual([who, save])
      expect([who, (await on.buy(person, practice.id)).status]).toEqual([who, buy])
    }
  })

  it('ends while the practice is disabled, and with its archive', async () => {
    const { id, owner } = await on.ready()
    const { set } = organizationCallsIn(on.test)
    await set(id, sql`disabled_at = now()`)
    for (const call of [on.read(owner, id), on.save(owner, id, details), on.buy(owner, id)])
      expect((await call).status).toBe(403)
    await set(id, sql`disabled_at = null`)
    const other = await on.given.practice()
    await sql`insert into memberships (organization_id, user_id, role, created_at)
      values (${other.id}, ${owner.id}, 'organization_owner', now())`.execute(on.test.connection.db)
    await set(id, sql`deleted_at = now()`)
    for (const call of [on.read(owner, id), on.save(owner, id, details), on.buy(owner, id)])
      expect((await call).status).toBe(404)
    expect((await on.counts(id)).orders).toBe(0)
  })

  it('a partner lab has no setup', async () => {
    const practice = await on.lead({ partner: true })
    const owner = await on.secondOwner({ id: practice.partner!.id })
    expect((await on.read(owner, practice.partner!.id)).status).toBe(404)
  })
})
