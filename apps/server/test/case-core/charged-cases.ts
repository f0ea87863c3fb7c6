import { addDays, dayIn, instantIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { labScope } from '../../src/db/scope.ts'
import type { Actor } from '../../src/kernel/actor.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import { modify } from '../../src/modules/cases/commands/modify.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { Given, GivenCase, GivenPractice } from '../given.ts'

/** Trays of two arches by the list: software 30, setup 90, design 30, export 20; of one arch the half of it. */
export const trays = { impression_type: 1, products_list: 0, export_type: 1, print_assignment: 1, jaws_id: 3 } as const
export const rush = { rush_case: true, rush_case_authorized_by: 'Olga' } as const
export const delay = 2

/** Takes all open rows of a practice, in the order of their ids, as an order does that closes. */
export const taking = (practice: { id: number }) => sql`
  with open as (select id from charges where organization_id = ${practice.id} and order_id is null and voided_at is null
    order by id for no key update)
  update charges c set order_id = (select min(o.id) from orders o
    where o.organization_id = ${practice.id} and o.fm_invoice_status <> 'CURRENT') from open where c.id = open.id returning c.id`

/** Cases of practices with a contract, what changes them at some day, and their rows in the ledger. */
export function chargedCasesIn(test: TestApp, given: Given) {
  const { db } = test.connection
  const lab = {
    zone: test.config.labZone,
    productionDays: test.config.productionDays,
    printDays: test.config.printDays,
  }
  /** A practice whose cases count after two days, and whose rush costs $35.00. */
  async function practiceWith(options: { partner?: boolean; delay?: number } = {}): Promise<GivenPractice> {
    const practice = await given.practice(options)
    await given.ownPrices(practice, {
      'settings.delay_case_charging': options.delay ?? delay,
      'rx_forms.misc.rx_form.rush_case': 3500,
    })
    await db
      .transaction()
      .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, lab.zone))
    return practice
  }
  /** A person so many days of the lab's calendar after a case was submitted; at 0 at the moment itself. */
  async function later(who: TestUser, { rxFormId }: { rxFormId: number }, days: number): Promise<Actor> {
    const { rows } = await sql<{ at: Date }>`select created_at as at from rx_forms where id = ${rxFormId}`.execute(db)
    const { at } = rows[0]!
    const noon = instantIn(lab.zone, addDays(dayIn(lab.zone, at), days), 12 * 3600)
    return { ...(await given.actor(who)), now: days === 0 ? at : noon }
  }
  return {
    practiceWith,
    later,
    /** Changes the form of a case so many days from now. */
    change: async (testCase: GivenCase, sent: object, days = 0, who = testCase.practice.owner): Promise<void> => {
      const actor = await later(who, testCase, days)
      await db.transaction().execute((trx) => modify(trx, actor, testCase.rxFormId, sent, { ...lab, whole: false }))
    },
    close: (practice: GivenPractice) => taking(practice).execute(db),
    /** The rows of a form, the oldest first: "form software v1 3000 +2 open", days counted from its submission. */
    async rowsOf({ rxFormId }: { rxFormId: number }): Promise<string[]> {
      const { rows } = await sql<{ row: string }>`
        select concat_ws(' ', c.source, coalesce(split_part(c.fee, '.', -1), '-'), 'v' || c.change_number, c.cents,
          '+' || (c.day - (r.created_at at time zone ${lab.zone})::date),
          coalesce(c.void_reason, case when c.order_id is null then 'open' else 'closed' end)) as row
        from charges c left join rx_forms r on r.id = c.source_id
        where c.source_id = ${rxFormId} and c.source in ('form', 'rush', 'change') order by c.id`.execute(db)
      return rows.map(({ row }) => row)
    },
    /** What a form costs by its rows that count, in cents. */
    async sumOf({ rxFormId }: { rxFormId: number }): Promise<number> {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(cents), 0)::int as sum from charges
        where source_id = ${rxFormId} and source in ('form', 'rush', 'change') and voided_at is null`.execute(db)
      return rows[0]!.sum
    },
  }
}
