import type { Product, SurveyQuestion } from '@archwire/contract/billing/schema.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { NotFound } from '../../kernel/errors.ts'
import { productIds } from './products.ts'

/** Products that are sold separately; the others are for lines of orders. */
const soldHere = [productIds.startupFee, 2]

/** A product and its price. @throws NotFound */
export async function readProduct(db: Db, id: number): Promise<Product> {
  const { rows: found } = await sql<{ id: number; name: string; cents: number }>`
    select p.id, p.name, coalesce(p.price_cents, s.registration_fee_cents) as cents
    from products p, lab_settings s where p.id = ${id} and p.id = any(${soldHere}::int[])`.execute(db)
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
