import { accounts } from '@archwire/contract/accounts/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import type { PaymentMethodBody } from '@archwire/contract/payments/schema.ts'
import { sql } from 'kysely'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import { customerOf } from '../../src/modules/payments/index.ts'
import type { TestApp } from '../app.ts'
import { givenIn, type GivenPractice } from '../given.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { membersIn } from './members.ts'

type Change = Partial<PaymentMethodBody> & { key?: string }

/** The calls about how a practice pays, by default of its owner. */
export function paymentCallsIn(test: TestApp) {
  const { db } = test.connection
  const given = givenIn(test)
  const members = membersIn(test)
  const solved = async () => solveBotCheck((await test.as(null).call(accounts.botCheck)).body)
  const begin = (where: GivenPractice, who = where.owner, app = test) =>
    app.as(who).call(payments.begin, { body: { organization_id: where.id } })

  /** A practice that the provider knows, with a contract or without; the owner's password is `ownPassword` then. */
  async function known(options: { contract?: boolean } = {}): Promise<{ practice: GivenPractice; customer: string }> {
    const practice = await given.practice()
    if (options.contract) {
      await members.withPassword(practice.owner)
      await db
        .transaction()
        .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, test.config.labZone))
    }
    await begin(practice)
    return { practice, customer: (await customerOf(db, labScope, practice.id))! }
  }

  return {
    solved,
    begin,
    known,
    info: (where: GivenPractice, who = where.owner) =>
      test.as(who).call(payments.info, { query: { organization_id: where.id } }),
    async add(where: GivenPractice, token_id: string, { key, ...change }: Change = {}, who = where.owner) {
      const body = { organization_id: where.id, token_id, bot_check: await solved(), ...change }
      return test.as(who).call(payments.addMethod, { body }, key ? { 'idempotency-key': key } : {})
    },
    update: (where: GivenPractice, id: number, body: object, who = where.owner) =>
      test.as(who).call(payments.updateMethod, { params: { id }, body }),
    remove: (where: GivenPractice, id: number, body: object = {}, who = where.owner) =>
      test.as(who).call(payments.removeMethod, { params: { id }, body }),
    set: (practice: GivenPractice, change: object) =>
      db.updateTable('organizations').set(change).where('id', '=', practice.id).execute(),
    rowsOf: async ({ id }: GivenPractice) =>
      (
        await sql<{ provider_id: string; is_primary: boolean; live: boolean }>`
          select provider_id, is_primary, deleted_at is null as live from payment_methods where organization_id = ${id} order by id`.execute(
          db,
        )
      ).rows,
    /** A payment of the practice whose result is not known. */
    inProgress: ({ id, owner }: GivenPractice) =>
      sql`insert into effects (organization_id, name, user_id, route, intent, leased_until, created_at)
        values (${id}, 'initial_purchase', ${owner.id}, 'test', '{}', now() + interval '1 minute', now())`.execute(db),
  }
}
export type PaymentCalls = ReturnType<typeof paymentCallsIn>
export const refused = (status: number, error: unknown) => ({ status, body: { error } })
