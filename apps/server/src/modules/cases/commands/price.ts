import { formatMoney, toDollars } from '@archwire/contract/core/money.ts'
import { priceCase, pricedFields, type PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import type { RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { RxFormChange } from '@archwire/contract/rx-forms/schema.ts'
import type { Trx } from '../../../db/client.ts'
import type { CaseFacts } from '../../case-core/index.ts'
import { firstList, readPrices, totalOf } from '../../pricing/index.ts'
import { priceChange, type SubmittedForm } from '../../rx-forms/index.ts'

/** What a case costs, by which list and own prices of the practice. */
export interface Priced {
  list: number
  overrides: number
  lines: readonly PriceLine[]
  /** After so many days the case is charged. */
  delay: number
}

/**
 * What a changed form costs, by the list and the practice's own prices that held when it was submitted, the first list
 * where there was none yet; null where nothing of the price depends on what changed (`rx-form/price`).
 */
export async function priceAnew(
  trx: Trx,
  facts: Pick<CaseFacts, 'organization_id'>,
  before: SubmittedForm,
  after: RxFormValues,
  changed: readonly RxFormName[],
): Promise<Priced | null> {
  const priced: readonly RxFormName[] = pricedFields
  if (!changed.some((name) => priced.includes(name))) return null
  const { priceList, priceOverrides } = before
  const prices = await readPrices(trx, facts, { list: priceList ?? firstList, overrides: priceOverrides })
  const { lines } = priceCase(after, prices)
  return { list: prices.version, overrides: priceOverrides, lines, delay: prices.settings.delay_case_charging }
}

/** How the price changed, as people read it among the changes of a form; none where it stays the same. */
export function wordPrice(before: SubmittedForm, price: Priced | null): RxFormChange[] {
  if (!price) return []
  const words = (lines: readonly PriceLine[]) => formatMoney(toDollars(totalOf(lines)))
  const [from, to] = [before.priceLines ? words(before.priceLines) : '', words(price.lines)]
  return from === to ? [] : [{ field: priceChange, label: 'Price', from, to }]
}
