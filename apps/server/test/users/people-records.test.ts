import { accounts } from '@archwire/contract/accounts/routes.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Conflict, NotFound } from '../../src/kernel/errors.ts'
import { archiveRow, lockRow, restoreRow, updateVersioned } from '../../src/kernel/records.ts'
import { record } from '../../src/kernel/record.ts'
import type { Trx } from '../../src/db/client.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { cellsOf } from '../facts.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { listen } from '../listen.ts'

/** People and organizations as records: who reaches which, how they change, and who is told. */
let test: TestApp
let given: Given
let practice: GivenPractice
let other: GivenPractice
let everybody: Record<string, TestUser>
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  other = await given.practice({ partner: true })
  everybody = {
    lab: await given.user('tech_support'),
    owner: practice.owner,
    member: practice.member,
    partner: practice.partner!.user,
    outsider: other.owner,
    alone: await given.user('doctor'),
  }
})
afterAll(() => test.close())

const inTurn = <R>(work: (trx: Trx) => Promise<R>): Promise<R> => test.connection.db.transaction().execute(work)
const scopeOf = async (who: TestUser) => (await given.actor(who)).scope
const reaches = async (who: TestUser, table: 'users' | 'organizations', id: number): Promise<boolean> => {
  const scope = await scopeOf(who)
  try {
    return (await inTurn((trx) => lockRow(trx, scope, table, id, 'This'))).id === id
  } catch (error) {
    expect(error).toBeInstanceOf(NotFound)
    return false
  }
}

describe('is reached', () => {
  const table = `
                     lab  owner  member  partner  outsider  alone
  practice           yes  yes    yes     yes      -         -
  partner_lab        yes  -      -       yes      -         -
  owner              yes  yes    yes     yes      -         -
  assistant          yes  yes    yes     yes      -         -
  partner            yes  -      -       yes      -         -
  lab                yes  -      -       -        -         -
  alone              yes  -      -       -        -         yes
  outsider           yes  -      -       -        yes       -`

  it.each(cellsOf<string, string>(table))('%s by %s: %s', async (what, who, cell) => {
    const organizations: Record<string, number> = { practice: practice.id, partner_lab: practice.partner!.id }
    const people: Record<string, TestUser> = { ...everybody, assistant: practice.assistant }
    const organization = organizations[what]
    const found =
      organization === undefined
        ? await reaches(everybody[who]!, 'users', people[what]!.id)
        : await reaches(everybody[who]!, 'organizations', organization)
    expect(found).toBe(cell === 'yes')
  })
})

describe.each(['users', 'organizations'] as const)('a record of %s', (table) => {
  const make = async () => (table === 'users' ? (await given.user('doctor')).id : (await given.practice()).id)

  it('changes on the version that was seen, and on no other', async () => {
    const [scope, id, now] = [await scopeOf(everybody.lab!), await make(), new Date()]
    const values = table === 'users' ? { time_zone: 'UTC' } : { rush_case_enabled: false }
    const change = (version: number | undefined) =>
      inTurn(async (trx) => {
        const row = await lockRow(trx, scope, table, id, 'This')
        await updateVersioned(trx, table, row, version, values as never, now)
        return row.version
      })
    expect(await change(1)).toBe(1)
    await expect(change(1)).rejects.toBeInstanceOf(Conflict)
    expect(await change(2)).toBe(2)
    expect(await change(undefined)).toBe(3)
    expect(await inTurn((trx) => lockRow(trx, scope, table, id, 'This'))).toMatchObject({
      ...values,
      version: 4,
      updated_at: now,
    })
  })

  it('is out of reach while archived, unless requested, and comes back', async () => {
    const [scope, id, now] = [await scopeOf(everybody.lab!), await make(), new Date()]
    const find = (archived?: boolean) => inTurn((trx) => lockRow(trx, scope, table, id, 'This', { archived }))
    await inTurn(async (trx) => archiveRow(trx, table, await lockRow(trx, scope, table, id, 'This'), now))
    await expect(find()).rejects.toBeInstanceOf(NotFound)
    expect(await find(true)).toMatchObject({ deleted_at: now, version: 2 })
    await inTurn(async (trx) => restoreRow(trx, table, await find(true), now))
    expect(await find()).toMatchObject({ deleted_at: null, version: 3 })
  })

  it('is locked for one at a time, and rows that name it are written in the meantime', async () => {
    const [scope, id] = [await scopeOf(everybody.lab!), await make()]
    const raise = () =>
      inTurn(async (trx) => {
        const row = await lockRow(trx, scope, table, id, 'This')
        await updateVersioned(trx, table, row, row.version, {}, new Date())
      })
    await Promise.all(Array.from({ length: 6 }, raise))
    const { id: stranger } = await given.user('doctor')
    const named = { user_id: table === 'users' ? id : stranger, organization_id: table === 'users' ? practice.id : id }
    await inTurn(async (trx) => {
      expect((await lockRow(trx, scope, table, id, 'This')).version).toBe(7)
      // By another connection: it would wait for this transaction without end if the lock kept it out.
      await test.connection.db
        .insertInto('memberships')
        .values({ ...named, role: 'organization_member', created_at: new Date() })
        .execute()
    })
  })
})

describe('a change of a person', () => {
  const within5s = { timeout: 5_000, interval: 50 }
  const listeners = async () => {
    const names = ['lab', 'owner', 'member', 'partner', 'outsider', 'alone']
    const streams = await Promise.all(
      names.map(async (name) => listen(test, { authorization: `Bearer ${await test.token(everybody[name]!)}` })),
    )
    const heard = (id: number) =>
      names.filter((_, index) =>
        streams[index]!.heard.some(({ event, ids }) => event === 'user.changed' && ids.includes(id)),
      )
    return { heard, close: () => streams.forEach((stream) => stream.close()) }
  }
  /** What follows arrives after what came before: once it is heard, nothing else is on its way. */
  const settle = async (heard: (id: number) => string[]) => {
    const lab = everybody.lab!
    await test.as(lab).call(accounts.updateProfile, { body: { time_zone: 'UTC' } })
    await vi.waitFor(() => expect(heard(lab.id)).toEqual(['lab']), within5s)
  }

  it('reaches the lab, the person and everyone in the person’s organizations', async () => {
    const { heard, close } = await listeners()
    for (const who of [practice.assistant, everybody.alone!])
      expect((await test.as(who).call(accounts.updateProfile, { body: { first_name: 'Nova' } })).status).toBe(200)
    await settle(heard)
    expect(heard(practice.assistant.id)).toEqual(['lab', 'owner', 'member', 'partner'])
    expect(heard(everybody.alone!.id)).toEqual(['lab', 'alone'])
    close()
  })

  it('reaches people of the organization that the person just left', async () => {
    const { heard, close } = await listeners()
    const person = await given.user('doctor')
    const actor = await given.actor(everybody.lab!)
    await inTurn((trx) =>
      record(trx, actor, [{ subject: 'user', id: person.id, organizationId: practice.id, event: 'removed' }]),
    )
    await settle(heard)
    expect(heard(person.id)).toEqual(['lab', 'owner', 'member', 'partner'])
    close()
  })
})
