import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { TooMany } from '../../src/kernel/errors.ts'
import { forgetAttempts, giveBack, takeAttempt } from '../../src/modules/auth/attempts.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'

/** Tries of passwords are counted by account and by network, for a quarter of an hour (`access/tries`, `safety/limits`). */
let test: TestDatabase
beforeAll(() => {
  test = openTestDatabase()
})
afterAll(() => test.close())
afterEach(() => setClock(undefined))

const began = new Date('2026-11-20T12:00:00Z')
const minute = 60_000
const after = (milliseconds: number) => setClock(() => new Date(began.getTime() + milliseconds))
const limits = { perAccount: 2, perAddress: 3, withoutBotCheck: 3 }
const account = () => `${test.unique()}@example.com`
let network = 0
/** A network of its own for each test: tries are counted by it. */
const address = () => `10.${150 + (process.pid % 100)}.${Math.floor(Math.random() * 250)}.${(network += 1)}`
const take = (account: string, address: string) => takeAttempt(test.db, { account, address }, limits)
const secondsLeft = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(TooMany)
  return (error as TooMany).headers['retry-after']
}

describe('tries', () => {
  it('of one account end with its limit, wherever they come from, and say how long to wait', async () => {
    const [attacked, from] = [account(), address()]
    after(0)
    expect(await take(attacked, from)).toEqual({ keys: [`account ${attacked}`, `network ${from}`], at: began })
    after(minute)
    await take(attacked.toUpperCase(), address())
    after(5 * minute)
    expect(await secondsLeft(take(attacked, address()))).toBe(String(10 * 60))
    expect(await take(account(), from), 'the refused try was not counted for its network').toBeDefined()
  })

  it('of one network end with its limit, whatever the account; an IPv6 network is its first half', async () => {
    const head = `2001:db8:${Math.floor(Math.random() * 65_000).toString(16)}:${Math.floor(Math.random() * 65_000).toString(16)}`
    after(0)
    for (const end of ['1', '2', '3']) await take(account(), `${head}::${end}`)
    const refused = account()
    after(minute)
    expect(await secondsLeft(take(refused, `${head}::4`))).toBe(String(14 * 60))
    // Refused by the network, it does not count for the account.
    for (const _ of [1, 2]) await take(refused, address())
    expect(await secondsLeft(take(refused, address()))).toBe(String(15 * 60))
  })

  it('when both have had theirs, the later of the two decides how long to wait', async () => {
    const [attacked, from] = [account(), address()]
    after(0)
    for (const _ of [1, 2, 3]) await take(account(), from)
    after(4 * minute)
    for (const _ of [1, 2]) await take(attacked, address())
    after(5 * minute)
    expect(await secondsLeft(take(attacked, from))).toBe(String(14 * 60))
  })

  it('when one of the two has had its, only that one decides', async () => {
    const [attacked, from] = [account(), address()]
    after(0)
    for (const _ of [1, 2]) await take(attacked, address())
    after(10 * minute)
    await take(account(), from)
    after(11 * minute)
    expect(await secondsLeft(take(attacked, from))).toBe(String(4 * 60))
  })

  it('count for a quarter of an hour', async () => {
    const attacked = account()
    after(0)
    for (const _ of [1, 2]) await take(attacked, address())
    after(15 * minute - 1)
    expect(await secondsLeft(take(attacked, address()))).toBe('1')
    after(15 * minute)
    await take(attacked, address())
    await take(attacked, address())
    expect(await secondsLeft(take(attacked, address()))).toBe(String(15 * 60))
  })

  it('are given back where the password was right, the others stay', async () => {
    const [attacked, from] = [account(), address()]
    after(0)
    await take(attacked, from)
    after(1)
    const right = await take(attacked, from)
    await giveBack(test.db, right)
    await giveBack(test.db, { keys: [], at: right.at })
    after(2)
    await take(attacked, from)
    expect(await secondsLeft(take(attacked, from))).toBe(String(15 * 60))
  })

  it('of an account are forgotten with a new password, those of the network not', async () => {
    const [attacked, other, from] = [account(), account(), address()]
    after(0)
    for (const _ of [1, 2]) await take(attacked, from)
    for (const _ of [1, 2]) await take(other, address())
    await test.db.transaction().execute((trx) => forgetAttempts(trx, attacked.toUpperCase()))
    await take(attacked, from)
    expect(await secondsLeft(take(other, address())), 'another account').toBeDefined()
    expect(await secondsLeft(take(account(), from)), 'the network').toBeDefined()
  })

  it('of a browser or page that has its own end with their limit, and touch neither account nor network', async () => {
    const [attacked, from] = [account(), address()]
    const id = Math.floor(Math.random() * 1e9)
    const own = (kind: 'browser' | 'session') =>
      takeAttempt(test.db, { account: attacked, address: from, own: `${kind} ${id}` }, limits)
    after(0)
    for (const _ of [1, 2]) await own('browser')
    expect(await secondsLeft(own('browser'))).toBe(String(15 * 60))
    for (const _ of [1, 2]) await own('session')
    expect(await secondsLeft(own('session'))).toBe(String(15 * 60))
    expect(await take(attacked, from)).toEqual({ keys: [`account ${attacked}`, `network ${from}`], at: began })
  })

  it('of a program without a bot check end with three, and the account’s own limit stays the last word', async () => {
    const [attacked, more] = [account(), { perAccount: 5, perAddress: 100, withoutBotCheck: 3 }]
    const program = (unsolved: boolean) =>
      takeAttempt(test.db, { account: attacked, address: address(), unsolved }, more)
    after(0)
    for (const _ of [1, 2, 3]) await program(true)
    await expect(program(true)).rejects.toMatchObject({ status: 422, body: { code: errorCodes.botCheckNeeded } })
    for (const _ of [4, 5]) await program(false)
    expect(await secondsLeft(program(true))).toBe(String(15 * 60))
    expect(await secondsLeft(program(false))).toBe(String(15 * 60))
  })

  it('of a program whose network is full wait, whatever it solves', async () => {
    const from = address()
    after(0)
    for (const _ of [1, 2, 3]) await take(account(), from)
    const who = { account: account(), address: from, unsolved: true, instead: 'or set a new password' }
    await expect(takeAttempt(test.db, who, limits)).rejects.toMatchObject({
      body: { error: 'Too many attempts. Please try again in 15 minutes, or set a new password.' },
    })
  })
})
