import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { OutcomeUnknown } from '../../src/kernel/effects.ts'
import { declined, openDays, type Days } from './contract-days.ts'

/** What the portal closes and charges by itself, by a given clock (`contracts/day`, `billing/charging`, `billing/retries`). */
let days: Days
beforeAll(async () => void (days = await openDays()))
afterEach(() => {
  days.on.instead = undefined
  setClock(undefined)
})
afterAll(() => days.close())

describe('a month', () => {
  it('closes on its closing day and is charged after the delay, each once', async () => {
    const practice = await days.practice('2026-01-01')
    await days.run('2026-01-30', practice)
    expect(await days.orders(practice)).toEqual([])
    await days.run('2026-01-31', practice, practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PENDING'])
    await days.run('2026-02-02', practice)
    expect(await days.tries(practice)).toEqual([])
    await days.run('2026-02-03', practice, practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID'])
    expect(await days.tries(practice)).toEqual(['2026-02-03 PAID'])
    // $99.00 and 1.49 % of it.
    expect((await days.orders(practice))[0]!.total_cents).toBe(10_048)
    expect((await days.on.charged(practice.id)).length).toBe(1)
  })

  it('keeps its day through February, and is the same when no worker ran for months', async () => {
    const [daily, late] = [await days.practice('2026-01-01'), await days.practice('2026-01-01')]
    for (const day of ['2026-01-31', '2026-02-03', '2026-02-28', '2026-03-03', '2026-03-31', '2026-04-03'])
      await days.run(day, daily)
    await days.run('2026-04-03', late)
    expect(await days.orders(late)).toEqual(await days.orders(daily))
    expect(await days.states(late)).toEqual(['2026-01-31 PAID', '2026-02-28 PAID', '2026-03-31 PAID'])
  })

  it('is not found by the hourly look once nothing is left to do', async () => {
    const practice = await days.practice('2026-01-01')
    const found = async (day: string) => (await days.due(day)).includes(practice.id)
    expect(await found('2026-01-30')).toBe(false)
    expect(await found('2026-01-31')).toBe(true)
    await days.run('2026-01-31', practice)
    expect(await found('2026-02-02')).toBe(false)
    expect(await found('2026-02-03')).toBe(true)
    days.on.instead = declined
    await days.run('2026-02-03', practice)
    expect(await found('2026-02-03')).toBe(false)
    expect(await found('2026-02-04')).toBe(true)
  })

  it.each(['suspended_at', 'disabled_at', 'deleted_at'])('closes nothing while the practice has %s', async (column) => {
    const practice = await days.practice('2026-01-01')
    await sql`update organizations set ${sql.ref(column)} = now() where id = ${practice.id}`.execute(days.db)
    expect(await days.due('2026-02-10')).not.toContain(practice.id)
    await days.run('2026-02-10', practice)
    expect(await days.orders(practice)).toEqual([])
  })

  it('charges what a suspended practice owes, but nothing of a disabled or archived one', async () => {
    for (const [column, state] of [
      ['suspended_at', 'PAID'],
      ['disabled_at', 'PENDING'],
      ['deleted_at', 'PENDING'],
    ] as const) {
      const practice = await days.practice('2026-01-01')
      await days.run('2026-01-31', practice)
      await sql`update organizations set ${sql.ref(column)} = now() where id = ${practice.id}`.execute(days.db)
      expect((await days.due('2026-02-03')).includes(practice.id), column).toBe(state === 'PAID')
      await days.run('2026-02-03', practice)
      expect(await days.states(practice), column).toEqual([`2026-01-31 ${state}`])
    }
  })
})

describe('a charge that fails', () => {
  it('is tried again after 1, 3 and 7 days; then the practice is blocked, and later orders wait', async () => {
    const practice = await days.practice('2026-01-01')
    days.on.instead = declined
    await days.run('2026-01-31', practice)
    for (let day = 3; day <= 14; day += 1) await days.run(`2026-02-${String(day).padStart(2, '0')}`, practice)
    expect(await days.tries(practice)).toEqual([
      '2026-02-03 DECLINED',
      '2026-02-04 DECLINED',
      '2026-02-06 DECLINED',
      '2026-02-10 DECLINED',
    ])
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED'])
    expect((await days.told(practice)).slice(-5)).toEqual([
      'closed',
      'payment_failed',
      'payment_declined',
      'payment_declined',
      'blocked',
    ])
    days.on.instead = undefined
    for (const day of ['2026-02-28', '2026-03-02', '2026-03-03', '2026-03-20']) await days.run(day, practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED', '2026-02-28 NOT_PAID'])
    expect(await days.tries(practice)).toHaveLength(4)
    // Nothing is left to do until the first one is paid.
    expect(await days.due('2026-03-20')).not.toContain(practice.id)
    await sql`update orders set fm_invoice_status = 'PAID', fm_paid_at = now(), blocked_at = null
      where organization_id = ${practice.id} and fm_invoice_status = 'BLOCKED'`.execute(days.db)
    expect(await days.due('2026-03-20')).toContain(practice.id)
  })

  it('is paid by a retry, and the order behind it with it', async () => {
    const practice = await days.practice('2026-01-01')
    for (const day of ['2026-01-31', '2026-02-28']) await days.run(day, practice)
    // The first order was paid on February 28: its due day had passed. So it is the second one that fails.
    days.on.instead = declined
    await days.run('2026-03-03', practice)
    days.on.instead = undefined
    await days.run('2026-03-31', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID', '2026-02-28 PAID', '2026-03-31 PENDING'])
    expect((await days.tries(practice)).slice(1)).toEqual(['2026-03-03 DECLINED', '2026-03-31 PAID'])
  })

  it('ends the tries of the day: the orders behind it become not paid', async () => {
    const practice = await days.practice('2026-01-01')
    days.on.instead = declined
    await days.run('2026-03-05', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 NOT_PAID', '2026-02-28 NOT_PAID'])
    expect(await days.tries(practice)).toEqual(['2026-03-05 DECLINED'])
  })

  it('counts as declined where the practice has no payment method, and asks no provider', async () => {
    const practice = await days.practice('2026-01-01', null)
    days.on.instead = () => expect.fail('asked')
    await days.run('2026-02-03', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 NOT_PAID'])
    const { rows } =
      await sql`select payment_method_id, effect_id, message from payments where organization_id = ${practice.id}`.execute(
        days.db,
      )
    expect(rows).toEqual([{ payment_method_id: null, effect_id: null, message: 'There is no payment method.' }])
  })
})

describe('a bank payment', () => {
  it('holds its order pending and no other one; returned, it is tried on the third and the seventh day', async () => {
    const practice = await days.practice('2026-01-01', 'bank')
    await days.run('2026-02-03', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PENDING'])
    await days.run('2026-02-04', practice)
    expect(await days.tries(practice)).toEqual(['2026-02-03 PENDING'])
    setClock(() => days.at('2026-02-05'))
    await days.on.returns(practice.id, days.at('2026-02-05'))
    expect(await days.states(practice)).toEqual(['2026-01-31 NOT_PAID'])
    await days.on.method(practice, 'paid')
    days.on.instead = declined
    for (const day of ['2026-02-06', '2026-02-07', '2026-02-08', '2026-02-10', '2026-02-12'])
      await days.run(day, practice)
    expect(await days.tries(practice)).toEqual(['2026-02-03 RETURNED', '2026-02-08 DECLINED', '2026-02-12 DECLINED'])
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED'])
  })

  it('is presented again twice; when the last one comes back, the practice is blocked', async () => {
    const practice = await days.practice('2026-01-01', 'bank')
    const comesBack = async (day: string) => {
      setClock(() => days.at(day))
      await days.on.returns(practice.id, days.at(day))
    }
    await days.run('2026-02-03', practice)
    await comesBack('2026-02-05')
    await days.run('2026-02-08', practice)
    await comesBack('2026-02-10')
    for (const day of ['2026-02-10', '2026-02-11', '2026-02-12']) await days.run(day, practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PENDING'])
    await comesBack('2026-02-14')
    for (const day of ['2026-02-14', '2026-02-20']) await days.run(day, practice)
    expect(await days.tries(practice)).toEqual(['2026-02-03 RETURNED', '2026-02-08 RETURNED', '2026-02-12 RETURNED'])
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED'])
    expect((await days.told(practice)).slice(-3)).toEqual(['payment_failed', 'payment_pending', 'blocked'])
    expect(await days.due('2026-02-20')).not.toContain(practice.id)
  })
})

describe('a card payment that comes back after it was paid', () => {
  const chargedBack = async () => {
    const practice = await days.practice('2026-01-01')
    await days.run('2026-02-03', practice)
    const { rows } = await sql<{ id: string }>`
      select provider_id as id from payments where organization_id = ${practice.id} and status = 'PAID'`.execute(
      days.db,
    )
    await days.bank('2026-02-20', rows[0]!.id, 'charged-back')
    return practice
  }

  it('is not paid and never retried automatically; alone it blocks no one, and keeps no other invoice waiting', async () => {
    const practice = await chargedBack()
    expect(await days.states(practice)).toEqual(['2026-01-31 NOT_PAID'])
    expect(await days.told(practice)).toEqual(['closed', 'paid', 'payment_failed'])
    for (const day of ['2026-02-21', '2026-02-23', '2026-02-27']) expect(await days.due(day)).not.toContain(practice.id)
    for (const day of ['2026-02-21', '2026-02-28', '2026-03-03']) await days.run(day, practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 NOT_PAID', '2026-02-28 PAID'])
    expect(await days.tries(practice)).toEqual(['2026-02-03 VOIDED', '2026-03-03 PAID'])
  })

  it('keeps a block until it is paid, too: no invoice is unpaid then', async () => {
    const practice = await chargedBack()
    days.on.instead = declined
    for (const day of ['2026-03-03', '2026-03-04', '2026-03-06', '2026-03-10']) await days.run(day, practice)
    days.on.instead = undefined
    expect(await days.states(practice)).toEqual(['2026-01-31 NOT_PAID', '2026-02-28 BLOCKED'])
    const { rows } = await sql<{ id: number }>`select id from orders where organization_id = ${practice.id}
      and fm_invoice_status in ('NOT_PAID', 'BLOCKED') order by closing_day desc`.execute(days.db)
    await days.pay(practice, rows[0]!.id)
    expect(await days.states(practice)).toEqual(['2026-01-31 BLOCKED', '2026-02-28 PAID'])
    await days.pay(practice, rows[1]!.id)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID', '2026-02-28 PAID'])
  })
})

describe('a run that is lost', () => {
  it.each(['before the charge', 'after the charge'])('%s: the practice is charged once', async (when) => {
    const practice = await days.practice('2026-01-01')
    await days.run('2026-01-31', practice)
    days.on.instead = async (charge, next) => {
      if (when === 'after the charge') await next(charge)
      throw new OutcomeUnknown('lost')
    }
    await expect(days.run('2026-02-03', practice)).rejects.toThrow('lost')
    expect(await days.states(practice)).toEqual(['2026-01-31 PENDING'])
    days.on.instead = undefined
    expect(await days.on.finish()).toEqual([])
    await days.run('2026-02-03', practice)
    expect(await days.states(practice)).toEqual(['2026-01-31 PAID'])
    expect(await days.on.charged(practice.id)).toHaveLength(1)
  })

  it('beside another run: one of both charges', async () => {
    const practice = await days.practice('2026-01-01')
    await days.run('2026-01-31', practice)
    await Promise.all([days.run('2026-02-03', practice), days.run('2026-02-03', practice)])
    expect(await days.tries(practice)).toEqual(['2026-02-03 PAID'])
  })
})
