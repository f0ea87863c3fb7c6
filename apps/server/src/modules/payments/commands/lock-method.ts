import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound } from '../../../kernel/errors.ts'
import { lockRow } from '../../../kernel/records.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { payingPractice, type PayingPractice } from '../queries.ts'

/** The practice of a payment method within reach, whose methods the person may change. @throws NotFound, Forbidden */
export async function practiceOfMethod(db: Db, actor: Actor, id: number): Promise<PayingPractice> {
  const { rows: found } = await sql<{ organization_id: number }>`
    select p.organization_id from ${rows(actor.scope, 'payment_methods', 'p')} where p.id = ${id} and p.deleted_at is null`.execute(
    db,
  )
  if (!found[0]) throw new NotFound('This payment method')
  return payingPractice(db, actor, found[0].organization_id)
}

/** Locks the practice of a payment method, then the method. @throws NotFound, Forbidden */
export async function lockMethod(trx: Trx, actor: Actor, id: number) {
  const { organization_id } = await practiceOfMethod(trx, actor, id)
  await lockOrganization(trx, actor, organization_id, { only: 'practice' })
  const row = await lockRow(trx, actor.scope, 'payment_methods', id, 'This payment method')
  // What was read before the lock may have changed.
  return { row, practice: await payingPractice(trx, actor, organization_id) }
}
