import { addDays, dayIn, type Day } from '@archwire/contract/core/dates.ts'
import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import type { Counts } from '@archwire/contract/dashboard/routes.ts'
import { sql } from 'kysely'
import { chanceOf } from '../../../tools/chance.ts'
import { startOf } from '../src/db/days.ts'
import { refreshCaseRows } from '../src/modules/case-core/case-row.sql.ts'
import type { TestApp } from './app.ts'
import type { Given, GivenPractice } from './given.ts'

/** What the counts of the dashboard depend on, of one case. */
export interface CaseFacts {
  id: number
  organizationId: number
  doctorId: number
  createdBy: number
  archived: boolean
  cancelled: boolean
  createdAt: Date
  submittedAt: Date
  completedAt: Date | null
  impression: 1 | 2 | 4
  submissionBy: 1 | 2 | 3
  prints: { createdAt: Date; shippedAt: Date | null; brackets: boolean }[]
  /** When trays of the first print were reported. */
  trays: Date[]
}

/**
 * A few dozen cases of every kind, spread over a year and a half before `today`, many of them at the very midnight of the
 * lab's zone: states, holds, archived, canceled, up to four prints, some shipped with tracking, some kept in the office.
 */
export async function variedCases(
  test: TestApp,
  given: Given,
  practices: GivenPractice[],
  { count, today, seed }: { count: number; today: Day; seed: number },
): Promise<CaseFacts[]> {
  const { db } = test.connection
  const zone = test.config.labZone
  const chance = chanceOf(seed)
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!
  /** An instant up to `days` before today's midnight; one in three a millisecond around a midnight of the lab. */
  const instant = async (days: number): Promise<Date> => {
    const { rows } = await sql<{
      at: Date
    }>`select ${startOf(addDays(today, -Math.floor(chance() * days)), zone)} as at`.execute(db)
    const shift = oneOf([0, -1, Math.floor(chance() * -86_400_000)])
    return new Date(rows[0]!.at.getTime() + shift)
  }
  const facts: CaseFacts[] = []
  for (let index = 0; index < count; index += 1) {
    const practice = oneOf(practices)
    const doctor = oneOf([practice.owner, practice.member])
    const testCase = await given.case({ practice, form: { user_id: doctor.id } })
    const createdAt = await instant(500)
    const prints: CaseFacts['prints'] = []
    for (let left = oneOf([0, 0, 1, 1, 2, 3, 4]); left > 0; left -= 1)
      prints.push({
        createdAt: await instant(400),
        shippedAt: chance() < 0.6 ? await instant(400) : null,
        brackets: chance() < 0.4,
      })
    facts.push({
      id: testCase.id,
      organizationId: practice.id,
      doctorId: doctor.id,
      createdBy: practice.owner.id,
      archived: chance() < 0.12,
      cancelled: chance() < 0.12,
      createdAt,
      // An old case that got its form later.
      submittedAt: chance() < 0.15 ? await instant(300) : createdAt,
      completedAt: chance() < 0.5 ? await instant(400) : null,
      impression: oneOf([1, 2, 4]),
      submissionBy: oneOf([1, 1, 2, 3]),
      prints,
      trays: prints.length > 0 && chance() < 0.5 ? [await instant(400), await instant(400)] : [],
    })
    await write(test, facts.at(-1)!, chance() < 0.2)
  }
  await db.transaction().execute((trx) =>
    refreshCaseRows(
      trx,
      facts.map(({ id }) => id),
    ),
  )
  return facts
}

/** Puts the facts into the tables; what no command does, because it goes back in time. */
async function write({ connection: { db } }: TestApp, facts: CaseFacts, held: boolean): Promise<void> {
  const status = facts.completedAt ? 5 : held ? 1 : 2
  await sql`update patients set created_at = ${facts.createdAt}, completed_at = ${facts.completedAt}, patient_status_id = ${status},
      is_on_hold = ${held}, deleted_at = ${facts.archived ? facts.createdAt : null} where id = ${facts.id}`.execute(db)
  await sql`update rx_forms set created_at = ${facts.submittedAt}, impression_type = ${facts.impression},
      submission_completed_by = ${facts.submissionBy}, status_id = ${facts.cancelled ? 5 : facts.completedAt ? 4 : 1},
      completed_at = ${facts.completedAt}, cancelled_at = ${facts.cancelled ? facts.submittedAt : null}
    where patient_id = ${facts.id}`.execute(db)
  for (const [index, print] of facts.prints.entries()) {
    // Completed in the office: without tracking, so it was never shipped.
    const inOffice = !print.shippedAt && index % 2 === 0
    const { rows } = await sql<{ id: number }>`
      insert into customer_requests (organization_id, patient_id, status_id, created_at, flawed_trays_status_id,
        flawed_trays_status_updated_at)
      values (${facts.organizationId}, ${facts.id}, ${print.shippedAt || inOffice ? 2 : 3}, ${print.createdAt},
        ${index === 0 && facts.trays.length > 0 ? 1 : null}, ${index === 0 ? (facts.trays[0] ?? null) : null}) returning id`.execute(
      db,
    )
    if (index === 0)
      for (const [jaw, at] of facts.trays.entries())
        await sql`insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, created_at)
          values (${facts.organizationId}, ${facts.id}, ${rows[0]!.id}, ${jaw + 1}, ${at})`.execute(db)
    const printed = await sql<{ id: number }>`
      insert into printing_requests (organization_id, patient_id, customer_request_id, status_id, assignment, tracking_number, completed_at, created_at)
      values (${facts.organizationId}, ${facts.id}, ${rows[0]!.id}, ${print.shippedAt || inOffice ? 3 : 4}, ${inOffice ? 2 : 1},
        ${print.shippedAt ? '1Z999AA10123456784' : null}, ${print.shippedAt ?? (inOffice ? print.createdAt : null)}, ${print.createdAt})
      returning id`.execute(db)
    await sql`insert into printing_request_items (organization_id, printing_request_id, jaw_type_id, content_type_id, insert_brackets)
      values (${facts.organizationId}, ${printed.rows[0]!.id}, 1, 1, ${print.brackets}), (${facts.organizationId}, ${printed.rows[0]!.id}, 2, 1, false)`.execute(
      db,
    )
  }
}

/** The counts of the dashboard (`organizations/counts`), from the facts alone: no SQL, no index, days by `Intl`. */
export function countsOf(facts: readonly CaseFacts[], { from, to }: DayRange, zone: string): Counts {
  const within = (at: Date | null): boolean => {
    if (!at) return false
    const day = dayIn(zone, at)
    return (from === null || day >= from) && (to === null || day <= to)
  }
  const counted = facts.filter(({ archived, cancelled }) => !archived && !cancelled)
  const count = (is: (facts: CaseFacts) => boolean) => counted.filter(is).length
  const submitted = (facts: CaseFacts) => within(facts.submittedAt)
  return {
    shipped: count(({ prints }) => prints.some(({ shippedAt }) => within(shippedAt))),
    submissions: count(submitted),
    flawed_trays: count(({ trays }) => trays.some(within)),
    print_requests: count(({ prints }) => prints.some(({ createdAt }) => within(createdAt))),
    insert_brackets: count(({ prints }) => prints.some(({ createdAt, brackets }) => brackets && within(createdAt))),
    completed_cases: count(({ completedAt }) => within(completedAt)),
    initial_setups: count((facts) => submitted(facts) && facts.submissionBy === 1),
    total_cases: count(({ createdAt }) => to === null || dayIn(zone, createdAt) <= to),
    stone_models: count((facts) => submitted(facts) && facts.impression === 2),
    alginate: count((facts) => submitted(facts) && facts.impression === 1),
    intra_oral: count((facts) => submitted(facts) && facts.impression === 4),
  }
}
