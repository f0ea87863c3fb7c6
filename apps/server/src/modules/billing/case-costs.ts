import type { CaseCharge } from '@archwire/contract/billing/schema.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import { entersCharges, isRemovable, type RowState } from '../charges/index.ts'
import { readsOrders } from './policy.ts'

type Row = Pick<CaseCharge, 'id' | 'label' | 'details' | 'day' | 'order' | 'voided'> &
  Pick<RowState, 'source'> & {
    fee: string | null
    times: number
    unit: number
    cents: number
    price_list: number | null
    price_overrides: number
    user_name: string
    role: UserRole | null
  }

/** What a case costs: its rows of the ledger, in dollars. */
export interface CaseCosts {
  charges: CaseCharge[]
  total: number
  can_add: boolean
}

/**
 * What a case in reach costs (`billing/case-costs`), the newest row last, with those that no longer cost anything.
 * @throws NotFound, Forbidden
 */
export async function readCaseCosts(db: Db, actor: Actor, patientId: number): Promise<CaseCosts> {
  const { scope } = actor
  const { rows: found } = await sql<{ organization_id: number; charges: Row[]; is_open: boolean }>`
    select p.organization_id, (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'source', c.source, 'label', c.label,
          'details', c.why, 'fee', c.fee, 'times', c.times, 'unit', c.unit_cents, 'cents', c.cents, 'price_list', c.price_list,
          'price_overrides', c.price_overrides, 'user_name', c.user_name, 'role', u.role, 'day', c.day, 'voided', c.void_reason,
          'order', case when r.id is not null then
            jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id, 'fm_invoice_status', r.fm_invoice_status) end)
          order by c.id), '[]')
        from ${rows(scope, 'charges', 'c')}
          left join ${rows(scope, 'orders', 'r')} on r.organization_id = c.organization_id and r.id = c.order_id
          left join users u on u.id = c.user_id
        where c.organization_id = p.organization_id and ${isOfCase(scope)}) as charges,
      exists (select from ${rows(scope, 'orders', 'w')}
        where w.organization_id = p.organization_id and w.fm_invoice_status = 'CURRENT') as is_open
    from ${rows(scope, 'patients', 'p')} where p.id = ${patientId}`.execute(db)
  if (!found[0]) throw new NotFound('This case')
  const { organization_id, charges, is_open } = found[0]
  permit(readsOrders(actor, { organization_id }), null)
  const enters = entersCharges(actor)
  const counting = charges.filter(({ voided }) => voided === null)
  return {
    charges: charges.map((row) => present(actor, row, enters)),
    total: toDollars(counting.reduce((sum, { cents }) => sum + cents, 0)),
    can_add: enters && is_open,
  }
}

/**
 * Whether the row `c` belongs to the case `p`. Rows of an Rx form go with the form when it moves from an archived case to a
 * new one (`cases/created`); what was voided before stays with the case that it was written for.
 */
const isOfCase = (scope: Scope): RawBuilder<unknown> => {
  const isOfForm = sql`c.source in ('form', 'rush', 'change') and c.voided_at is null`
  const form = sql`${rows(scope, 'rx_forms', 'f')} where f.organization_id = p.organization_id`
  return sql`(c.patient_id = p.id and not (${isOfForm} and exists (select from ${form} and f.id = c.source_id and f.patient_id <> p.id))
    or ${isOfForm} and c.source_id in (select f.id from ${form} and f.patient_id = p.id))`
}

function present(actor: Actor, row: Row, enters: boolean): CaseCharge {
  const { id, label, details, day, order, voided, fee, times, price_list, price_overrides } = row
  const by = nameOfDoer(actor, { name: row.user_name, role: row.role })
  return {
    id,
    label,
    details,
    made_of: { fee, times, unit: toDollars(row.unit), price_list, price_overrides, by },
    day,
    value: toDollars(row.cents),
    order,
    voided,
    can_remove: enters && isRemovable({ source: row.source, order_id: order?.id ?? null, voided: voided !== null }),
  }
}
