import type { Product, SurveyQuestion } from '@archwire/contract/billing/schema.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden, NotFound } from '../../kernel/errors.ts'
import { notHidden, shownName } from '../organizations/index.ts'
import { readsOrders } from './policy.ts'
import { productIds } from './products.ts'
import { presentOrder, type OrderAnswer, type OrderRow } from './present.ts'

/**
 * Every try to pay the order `r`, the oldest first, with its refunds (`billing/payments`). Those that were declined before
 * there was an order belong to the one with the start-up fee, which they were for.
 */
const paymentsJson = (scope: Scope): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'created_at', iso(y.created_at), 'method', k.method, 'brand', k.brand,
      'last_four', k.last_four, 'status', y.status, 'message', y.message, 'transaction', y.provider_id, 'value', y.cents,
      'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'created_at', iso(f.occurred_at), 'value', f.cents)
          order by f.occurred_at, f.id), '[]')
        from ${rows(scope, 'payment_refunds', 'f')}
        where f.organization_id = y.organization_id and f.payment_id = y.id)) order by y.created_at, y.id), '[]')
  from ${rows(scope, 'payments', 'y')}
    join ${rows(scope, 'payment_methods', 'k')} on k.organization_id = y.organization_id and k.id = y.payment_method_id
  where y.organization_id = r.organization_id and (y.order_id = r.id or (y.order_id is null and exists (
    select 1 from ${rows(scope, 'order_lines', 's')} where s.organization_id = r.organization_id and s.order_id = r.id
      and s.product_id = ${productIds.startupFee}))))`

/** An order within reach, with its lines and payments. @throws NotFound, Forbidden */
export async function readOrder(db: Db, actor: Actor, id: number): Promise<OrderAnswer> {
  const { scope } = actor
  const { rows: found } = await sql<{ organization_id: number; row: OrderRow }>`
    select r.organization_id, jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id, 'fm_invoice_status', r.fm_invoice_status,
      'fm_paid_at', iso(r.fm_paid_at), 'created_at', iso(r.created_at), 'template_version', r.template_version,
      'organization', jsonb_build_object('id', o.id, 'name', ${shownName('o')}, 'account_number', o.account_number),
      'subtotal', r.subtotal_cents, 'tax', r.tax_cents, 'credit_card_fee', r.card_fee_cents, 'total', r.total_cents,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'description', l.description,
          'cents', l.cents, 'product_id', l.product_id, 'promotion_code', c.code) order by l.position), '[]')
        from ${rows(scope, 'order_lines', 'l')} left join promotion_codes c on c.id = l.promotion_code_id
        where l.organization_id = r.organization_id and l.order_id = r.id),
      'payments', ${paymentsJson(scope)}) as row
    from ${rows(scope, 'orders', 'r')} join organizations o on o.id = r.organization_id
    where r.id = ${id} and ${notHidden(scope)}`.execute(db)
  if (!found[0]) throw new NotFound('This invoice')
  if (!readsOrders(actor, found[0])) throw new Forbidden()
  return presentOrder(found[0].row)
}

/** A product and its price. @throws NotFound */
export async function readProduct(db: Db, id: number): Promise<Product> {
  const { rows: found } = await sql<{ id: number; name: string; cents: number }>`
    select p.id, p.name, coalesce(p.price_cents, s.registration_fee_cents) as cents
    from products p, lab_settings s where p.id = ${id}`.execute(db)
  if (!found[0]) throw new NotFound('This product')
  const { cents, ...product } = found[0]
  return { ...product, subtotal: toDollars(cents) }
}

/** A question for new practices with its answers; null while it is not asked. @throws NotFound */
export async function readSurveyQuestion(db: Db, id: number): Promise<SurveyQuestion | null> {
  const { rows: found } = await sql<{ is_active: boolean; question: SurveyQuestion }>`
    select q.is_active, jsonb_build_object('id', q.id, 'question', q.question, 'survey_answers', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'answer', a.answer) order by a.position)
      from survey_answers a where a.survey_question_id = q.id), '[]')) as question
    from survey_questions q where q.id = ${id}`.execute(db)
  if (!found[0]) throw new NotFound('This question')
  return found[0].is_active ? found[0].question : null
}
