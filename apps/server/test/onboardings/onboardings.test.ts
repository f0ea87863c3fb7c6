import { organizations } from '@archwire/contract/organizations/routes.ts'
import { onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { inputs, onboarded, onboardingCalls } from './onboarding-calls.ts'

/** The first weeks of a practice, step by step (`onboarding/steps`, `onboarding/proceed`, `onboarding/inputs`). */
let test: TestApp
let given: Given
let admin: TestUser
let calls: ReturnType<typeof onboardingCalls>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  calls = onboardingCalls(test, admin)
})
afterAll(() => test.close())

const statusOf = async ({ id }: { id: number }) =>
  (
    await sql<{
      onboarded: boolean
    }>`select onboarded_at is not null as onboarded from organizations where id = ${id}`.execute(test.connection.db)
  ).rows[0]!.onboarded

describe('all eleven steps', () => {
  it('are completed one after the other by those whose they are; the last one completes the onboarding', async () => {
    const practice = await onboarded(test, given)
    const { onboardingId: id, owner, manager } = practice
    expect((await calls.of(id, owner)).body).toMatchObject({
      onboarding: { status: { id: 1, label: 'Pending' }, current_step: 1, completed_at: null, can: { proceed: true } },
      meta: { doctor_allowed_steps: [1, 2, 5, 10, 11] },
    })
    // By hand: who completes the step, and what is sent with it.
    const who: [TestUser, object][] = [
      [owner, {}],
      [manager, { tracking_number: inputs.tracking_number }],
      [admin, {}],
      [admin, {}],
      [owner, {}],
      [admin, {}],
      [admin, {}],
      [admin, {}],
      [admin, {}],
      [manager, {}],
      [owner, {}],
    ]
    for (const [index, [person, body]] of who.entries()) {
      const step = index + 1
      if (step === 4) await calls.save(id, { estimated_date_of_completion: inputs.estimated_date_of_completion })
      expect(await statusOf(practice)).toBe(false)
      const answer = await calls.proceed(id, { current_step: step, ...body }, person)
      expect([step, answer.status]).toEqual([step, 200])
      const { onboarding } = answer.body
      expect(onboarding).toMatchObject({
        status: step === 11 ? { id: 10, label: 'Completed' } : { id: 5, label: 'In Progress' },
        current_step: Math.min(11, step + 1),
      })
      expect(onboarding.steps.map(({ is_completed }) => is_completed)).toEqual(
        onboardingSteps.map((one) => one.id <= step),
      )
    }
    expect(await statusOf(practice)).toBe(true)
    const { onboarding } = (await calls.of(id)).body
    expect(onboarding.completed_at).not.toBeNull()
    expect(onboarding.metadata).toEqual(inputs)
    expect(onboarding.can).toEqual({ proceed: false, update_metadata: false })
    expect(onboarding.why_not).toEqual({
      proceed: 'This onboarding is completed.',
      update_metadata: 'This onboarding is completed.',
    })
    expect(await calls.proceed(id, {})).toMatchObject({ status: 409, body: { error: 'This onboarding is completed.' } })
    expect((await calls.save(id, { tracking_number: 'ABCDEF' })).status).toBe(409)
    const record = await test
      .as(admin)
      .call(organizations.get, { params: { id: practice.id }, query: { include: 'quick_glance' } })
    expect(record.body.organization.quick_glance).toMatchObject({ onboarding: { id: 10, label: 'Completed' } })
  })

  it('say who completed them, to a practice with the name of the lab instead of its people’s', async () => {
    const { onboardingId: id, owner } = await onboarded(test, given)
    await calls.proceed(id, {}, owner)
    await calls.to(id, 4)
    const names = async (who: TestUser) =>
      (await calls.of(id, who)).body.onboarding.steps.slice(0, 4).map(({ completed_by }) => completed_by)
    const staff = await names(admin)
    expect(staff[0]).not.toBe('')
    expect(await names(owner)).toEqual([staff[0], 'Archwire Lab', 'Archwire Lab', ''])
    expect(staff[1]).not.toBe('Archwire Lab')
  })
})

describe('a step', () => {
  it('without its input is refused, and says what is missing', async () => {
    const { onboardingId: id, owner } = await onboarded(test, given)
    await calls.proceed(id, { current_step: 1 })
    expect((await calls.of(id)).body.onboarding).toMatchObject({
      can: { proceed: false },
      why_not: { proceed: 'Tracking number is required.' },
    })
    // The owner gives it with the step.
    expect((await calls.of(id, owner)).body.onboarding).toMatchObject({ can: { proceed: true }, why_not: {} })
    for (const who of [admin, owner])
      expect(await calls.proceed(id, { current_step: 2 }, who)).toMatchObject({
        status: 409,
        body: { error: 'Tracking number is required.' },
      })
    for (const [tracking_number, message] of [
      ['', 'Field is empty.'],
      ['12345', 'Minimum of 6 characters.'],
      ['1'.repeat(31), 'Up to 30 characters'],
      ['1Z 999 AA1', 'Must only contain alphanumeric characters'],
    ] as const)
      expect(await calls.proceed(id, { current_step: 2, tracking_number }, owner)).toMatchObject({
        status: 422,
        body: { error: { tracking_number: [message] } },
      })
    expect((await calls.proceed(id, { current_step: 2, tracking_number: '1Z999AA1' }, owner)).status).toBe(200)
    await calls.proceed(id, { current_step: 3 })
    expect(await calls.proceed(id, { current_step: 4 })).toMatchObject({
      status: 409,
      body: { error: 'Estimated completion date is required.' },
    })
    expect((await calls.of(id)).body.onboarding.current_step).toBe(4)
  })

  it('another one than the next is refused, and a tracking number with any but its own', async () => {
    const { onboardingId: id, owner } = await onboarded(test, given)
    expect(await calls.proceed(id, { current_step: 3 })).toMatchObject({
      status: 409,
      body: { error: '“Choose brackets” has to be completed first.' },
    })
    expect(await calls.proceed(id, { current_step: 1, tracking_number: '1Z999AA1' }, owner)).toMatchObject({
      status: 422,
      body: { error: { tracking_number: ['Only “Send brackets” takes a tracking number.'] } },
    })
    await calls.proceed(id, { current_step: 1 }, owner)
    expect(await calls.proceed(id, { current_step: 1 }, owner)).toMatchObject({
      status: 409,
      body: { error: '“Choose brackets” is already completed.' },
    })
  })

  it('is completed once by 50 requests at once that name it, from ten people', async () => {
    const { onboardingId: id, owner, manager } = await onboarded(test, given)
    const people = [owner, manager, admin]
    for (const role of ['admin', 'supervisor', 'super_admin'] as const)
      people.push(await given.user(role), await given.user(role))
    people.push(await given.user('admin'))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => calls.proceed(id, { current_step: 1 }, people[index % people.length]!)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    const { rows } = await sql<{ step: number }>`
      select step from onboarding_steps where onboarding_id = ${id}`.execute(test.connection.db)
    expect(rows).toEqual([{ step: 1 }])
    expect((await calls.of(id)).body.onboarding.current_step).toBe(2)
  })
})

describe('dates and numbers', () => {
  it('that are saved as they are do not count as a move: staff continue seeing that the practice waits', async () => {
    const { onboardingId: id } = await onboarded(test, given, new Date(Date.now() - 9 * 86_400_000))
    await calls.save(id, inputs)
    const long = new Date(Date.now() - 8 * 86_400_000)
    await sql`update onboardings set moved_at = ${long} where id = ${id}`.execute(test.connection.db)
    for (const same of [{}, inputs])
      expect((await calls.save(id, same)).body.onboarding).toMatchObject({
        moved_at: long.toISOString(),
        is_waiting: true,
      })
    expect((await calls.save(id, { tracking_number: 'ABCDEF' })).body.onboarding.is_waiting).toBe(false)
  })

  it('are changed by staff on the version that they saw, and mark a move; a passed day stays', async () => {
    const { onboardingId: id } = await onboarded(test, given, new Date(Date.now() - 9 * 86_400_000))
    const before = (await calls.of(id)).body.onboarding
    expect(before).toMatchObject({ is_waiting: true, is_overdue: false })
    const saved = await calls.save(id, { ...inputs, version: before.version })
    expect(saved.body).toMatchObject({
      message: 'Onboarding details successfully updated.',
      onboarding: { metadata: inputs, version: before.version + 1, is_waiting: false },
    })
    expect(await calls.save(id, { tracking_number: 'ABCDEF', version: before.version })).toMatchObject({
      status: 409,
      body: { error: 'Someone else changed this in the meantime.' },
    })
    expect(await calls.save(id, { estimated_date_of_completion: '2020-01-01' })).toMatchObject({
      status: 422,
      body: { error: { estimated_date_of_completion: ['Choose today or a later day.'] } },
    })
    await calls.to(id, 4)
    await sql`update onboardings set estimated_date_of_completion = '2020-01-01' where id = ${id}`.execute(
      test.connection.db,
    )
    expect((await calls.of(id)).body.onboarding.is_overdue).toBe(true)
    expect((await calls.save(id, { estimated_date_of_completion: '2020-01-01' })).status).toBe(200)
    // A step that is completed does not overtake who is typing.
    const { version } = (await calls.of(id)).body.onboarding
    await calls.proceed(id, { current_step: 4 })
    expect((await calls.save(id, { tracking_number: 'ABCDEF', version })).status).toBe(200)
    expect((await calls.of(id)).body.onboarding).toMatchObject({ is_overdue: false })
  })
})
