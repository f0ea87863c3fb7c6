import type { StartUpTerms } from '@archwire/contract/billing/start-up.ts'
import { toRate } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows, type Scope } from '../../db/scope.ts'
import { productIds } from './products.ts'

/** The start-up fee, and the lab's settings of this moment. */
export interface FeeTerms {
  name: string
  price: number
  tax_state: string
  tax_percent: string
  card_fee_percent: string
  /** State of the saved billing address; null while there is none. */
  billing_state: string | null
}

/** What the start-up fee of the organization `o` costs now, as JSON (`FeeTerms`). */
export const feeTermsJson = (
  scope: Scope,
): RawBuilder<FeeTerms> => sql<FeeTerms>`(select jsonb_build_object('name', p.name,
    'price', coalesce(p.price_cents, s.registration_fee_cents), 'tax_state', s.tax_state, 'tax_percent', s.tax_rate_percent::text,
    'card_fee_percent', s.credit_card_fee_percent::text,
    'billing_state', (select case a.country when 'USA' then a.state else '' end from ${rows(scope, 'billing_addresses', 'a')} where a.organization_id = o.id))
  from products p, lab_settings s where p.id = ${productIds.startupFee})`

/** Reads what the start-up fee of a practice costs now. */
export async function readFeeTerms(db: Db, scope: Scope, organizationId: number): Promise<FeeTerms> {
  const { rows: found } = await sql<{ terms: FeeTerms }>`
    select ${feeTermsJson(scope)} as terms from organizations o where o.id = ${organizationId}`.execute(db)
  return found[0]!.terms
}

/** The terms as the computation of orders takes them. */
export const startUpTerms = (
  { name, price, tax_state, tax_percent, card_fee_percent, billing_state }: FeeTerms,
  rest: Pick<StartUpTerms, 'waived' | 'promotion' | 'method' | 'day'>,
): StartUpTerms => ({
  name,
  price,
  cardFee: toRate(Number(card_fee_percent)),
  tax: { state: tax_state, rate: toRate(Number(tax_percent)) },
  billingState: billing_state,
  ...rest,
})
