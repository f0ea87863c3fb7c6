import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, NotFound } from '../../kernel/errors.ts'
import { Occupied } from '../../kernel/effects.ts'
import {
  isCharging,
  isPurchasing,
  unpaidJson,
  whilePaying,
  type ChargedBy,
  type UnpaidOrder,
} from '../billing/index.ts'
import { methodJson, primaryMethodJson } from '../payments/index.ts'
import type { InvoiceFacts } from './rules.ts'

/** The practice of an invoice within reach. @throws NotFound */
export async function practiceOfOrder(db: Db, actor: Actor, id: number): Promise<number> {
  const { rows: found } = await sql<{ organization_id: number }>`
    select r.organization_id from ${rows(actor.scope, 'orders', 'r')} where r.id = ${id}`.execute(db)
  if (!found[0]) throw new NotFound('This invoice')
  return found[0].organization_id
}

/** An invoice that someone pays or settles. */
export interface Invoice extends InvoiceFacts {
  unpaid: UnpaidOrder | null
}

/** The state of an invoice of a practice. */
export async function readInvoice(db: Db, organizationId: number, id: number): Promise<Invoice> {
  const { rows: found } = await sql<Omit<Invoice, 'unpaid'> & { all: UnpaidOrder[] }>`
    select r.fm_invoice_status, r.settled_as, ${unpaidJson(labScope)} as all,
      ${isCharging(labScope)} or ${isPurchasing(labScope)} as in_progress
    from ${rows(labScope, 'orders', 'r')} join organizations o on o.id = r.organization_id
    where r.organization_id = ${organizationId} and r.id = ${id}`.execute(db)
  const { all, ...invoice } = found[0]!
  return { ...invoice, unpaid: all.find((order) => order.id === id) ?? null }
}

/** What a charge needs of a practice. */
export interface Debtor {
  unpaid: UnpaidOrder[]
  /** The primary one, or the one that was asked for; null: there is none. */
  method: ChargedBy | null
  account_number: string
}

/**
 * Reads behind the lock of a practice what it owes and by what it pays, for someone who charges it (`billing/charged-once`).
 * @param methodId another method than the primary one
 * @throws Occupied while its orders are being charged, Conflict while its account setup is being paid
 */
export async function readDebtor(trx: Trx, organizationId: number, methodId: number | null): Promise<Debtor> {
  const method = methodId === null ? primaryMethodJson(labScope) : methodJson(labScope, methodId)
  const { rows: found } = await sql<Debtor & { charging: boolean; purchasing: boolean }>`
    select ${unpaidJson(labScope)} as unpaid, ${method} as method, o.account_number, ${isCharging(labScope)} as charging,
      ${isPurchasing(labScope)} as purchasing
    from organizations o where o.id = ${organizationId}`.execute(trx)
  const { charging, purchasing, ...debtor } = found[0]!
  if (charging) throw new Occupied(organizationId)
  if (purchasing) throw new Conflict(whilePaying)
  return debtor
}
