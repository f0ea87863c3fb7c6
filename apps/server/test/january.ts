import { sql } from 'kysely'
import { labScope } from '../src/db/scope.ts'
import { beginWaived, closeOrder } from '../src/modules/billing/index.ts'
import type { TestApp } from './app.ts'
import type { Given, GivenPractice } from './given.ts'

export const begun = new Date('2026-01-01T18:00:00Z')
const at = (day: string) => new Date(`${day}T12:00:00Z`)

/** Practices whose contracts started on January 1, 2026, so that their first order closes on January 31. */
export const januaryIn = (test: TestApp, given: Given) => ({
  async practice(): Promise<GivenPractice> {
    const made = await given.practice({ paid: false })
    await test.connection.db
      .transaction()
      .execute((trx) => beginWaived(trx, { scope: labScope, now: begun }, made.id, test.config.labZone))
    await sql`insert into price_overrides (organization_id, version, field, value, created_at)
      values (${made.id}, 1, 'settings.flat_monthly', '9900', ${begun}), (${made.id}, 1, 'settings.delay_payment_processing', '3', ${begun})`.execute(
      test.connection.db,
    )
    return made
  },
  close: ({ id }: GivenPractice, day: string, kind: 'monthly' | 'by_hand' = 'monthly') =>
    test.connection.db
      .transaction()
      .execute((trx) => closeOrder(trx, { organizationId: id, kind, zone: test.config.labZone, now: at(day) })),
})
