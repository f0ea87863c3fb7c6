import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { announce } from '../../src/modules/billing/announce.ts'
import { declined, openDays, type Days } from '../contracts/contract-days.ts'
import type { GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'

/**
 * A table by hand: in each state of a monthly invoice what may happen to it, the state that follows, what the owner is
 * mailed, whether the owner's and the lab's bells ring, and whether the practice is stopped (decisions §11, §18).
 */
let days: Days
beforeAll(async () => void (days = await openDays()))
afterEach(() => {
  days.on.instead = undefined
  setClock(undefined)
})
afterAll(() => days.close())

/** The closing day and the days of the tries: three days after it, then one, two and four days later. */
const [closing, due, second, third, last] = ['2026-01-31', '2026-02-03', '2026-02-04', '2026-02-06', '2026-02-10']
const later = '2026-02-12'

type Act = (practice: GivenPractice) => Promise<unknown>
const closes: Act = (practice) => days.run(closing, practice)
const tries =
  (day: string, refused = false): Act =>
  async (practice) => {
    days.on.instead = refused ? declined : undefined
    await days.run(day, practice)
    days.on.instead = undefined
  }
const byBank: Act = (practice) => days.on.method(practice, 'bank')
const bank =
  (what: 'settled' | 'returned' | 'charged-back'): Act =>
  async ({ id }) => {
    const { rows } = await sql<{ transaction: string }>`
      select provider_id as transaction from payments where organization_id = ${id} order by id desc limit 1`.execute(
      days.db,
    )
    await days.bank(later, rows[0]!.transaction, what)
  }
const owner: Act = async (practice) => {
  setClock(() => days.at(later))
  const { rows } = await sql<{ id: number }>`
    select id from orders where organization_id = ${practice.id} and kind = 'monthly' and invoice_id is not null`.execute(
    days.db,
  )
  await days.pay(practice, rows[0]!.id)
}
const notPaid = [closes, tries(due, true)]
const blocked = [...notPaid, tries(second, true), tries(third, true), tries(last, true)]
const underWay = [closes, byBank, tries(due)]

const failed = /^Payment of invoice \d+ failed$/
const receipt = /^Receipt for invoice \d+$/
const table: [
  state: string,
  event: string,
  before: Act[],
  act: Act,
  after: string,
  mail: RegExp | null,
  rings: { owner: boolean; lab: boolean },
  stopped: boolean,
][] = [
  ['CURRENT', 'closes', [], closes, 'PENDING', /^Invoice \d+ from /, { owner: true, lab: false }, false],
  ['PENDING', 'is charged', [closes], tries(due), 'PAID', receipt, { owner: true, lab: false }, false],
  ['PENDING', 'is declined', [closes], tries(due, true), 'NOT_PAID', failed, { owner: true, lab: true }, false],
  ['PENDING', 'goes to a bank', [closes, byBank], tries(due), 'PENDING', null, { owner: true, lab: false }, false],
  ['PENDING', 'is paid by its owner', [closes], owner, 'PAID', receipt, { owner: true, lab: false }, false],
  ['under way', 'is settled', underWay, bank('settled'), 'PAID', receipt, { owner: true, lab: false }, false],
  ['under way', 'is returned', underWay, bank('returned'), 'NOT_PAID', failed, { owner: true, lab: true }, false],
  ['NOT_PAID', 'is charged again', notPaid, tries(second), 'PAID', receipt, { owner: true, lab: false }, false],
  ['NOT_PAID', 'is declined again', notPaid, tries(second, true), 'NOT_PAID', null, { owner: true, lab: true }, false],
  [
    'NOT_PAID',
    'is declined for the last time',
    blocked.slice(0, -1),
    tries(last, true),
    'BLOCKED',
    /^Invoice \d+ is not paid: new cases are blocked$/,
    { owner: true, lab: true },
    true,
  ],
  ['BLOCKED', 'is paid by its owner', blocked, owner, 'PAID', receipt, { owner: true, lab: false }, false],
  ['BLOCKED', 'goes to a bank', [...blocked, byBank], owner, 'PENDING', null, { owner: true, lab: false }, false],
  [
    'BLOCKED, under way',
    'is returned',
    [...blocked, byBank, owner],
    bank('returned'),
    'BLOCKED',
    failed,
    { owner: true, lab: true },
    true,
  ],
  [
    'PAID by card',
    'is charged back',
    [closes, tries(due)],
    bank('charged-back'),
    'NOT_PAID',
    failed,
    { owner: true, lab: true },
    false,
  ],
]

/** Announces what happened, as the worker does. */
async function tell({ id }: GivenPractice): Promise<void> {
  const { rows } = await sql<{ payload: { id: number; event: string; at: string; user_id: number | null } }>`
    delete from outbox where kind = 'activity' and payload ->> 'subject' = 'order'
      and (payload ->> 'organization_id')::int = ${id} and payload ->> 'announce' = 'true' returning payload`.execute(
    days.db,
  )
  for (const { payload } of rows)
    await announce({ db: days.db, publicUrl: 'http://archwire.test', labZone: days.zone }, payload)
}
const mailsOf = async ({ id }: GivenPractice) =>
  (
    await sql<{ subject: string }>`
      select subject, ${mailText} as text from mails where organization_id = ${id} order by id`.execute(days.db)
  ).rows.map(({ subject }) => subject)
const bells = async (userId: number) =>
  (await sql<{ n: number }>`select count(*)::int as n from notifications where user_id = ${userId}`.execute(days.db))
    .rows[0]!.n

it.each(table)(
  '%s %s: its state, who is told, and what is stopped',
  async (_state, _event, before, act, after, mail, rings, stopped) => {
    const practice = await days.practice('2026-01-01')
    const lab = await days.on.given.user('admin')
    for (const each of before) await each(practice)
    await tell(practice)
    const [mails, ownerBell, labBell] = [
      (await mailsOf(practice)).length,
      await bells(practice.owner.id),
      await bells(lab.id),
    ]
    await act(practice)
    await tell(practice)
    expect((await days.states(practice))[0]).toBe(`${closing} ${after}`)
    const sent = (await mailsOf(practice)).slice(mails)
    if (mail === null) expect(sent).toEqual([])
    else {
      expect(sent).toHaveLength(1)
      expect(sent[0]).toMatch(mail)
    }
    expect({ owner: (await bells(practice.owner.id)) > ownerBell, lab: (await bells(lab.id)) > labBell }).toEqual(rings)
    setClock(undefined)
    const { body } = await days.on.test.raw(practice.owner, 'GET', '/me')
    expect((body as { user: { organizations: { blocked: boolean }[] } }).user.organizations[0]!.blocked).toBe(stopped)
  },
)
