import { formatMoney, toDollars } from '@archwire/contract/core/money.ts'
import { priceCase, pricedFields, type PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import type { RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { RxFormChange } from '@archwire/contract/rx-forms/schema.ts'
import type { Trx } from '../../../db/client.ts'
import { firstList, readPriceList, totalOf } from '../../pricing/index.ts'
import { priceChange, type SubmittedForm } from '../../rx-forms/index.ts'

/** What a case costs, by which list. */
export interface Priced {
  list: number
  lines: readonly PriceLine[]
}

/**
 * What a changed form costs, by the list that held when it was submitted, the first one where there was none yet; null
 * where nothing of the price depends on what changed (`rx-form/price`).
 */
export async function priceAnew(
  trx: Trx,
  before: SubmittedForm,
  after: RxFormValues,
  changed: readonly RxFormName[],
): Promise<Priced | null> {
  const priced: readonly RxFormName[] = pricedFields
  if (!changed.some((name) => priced.includes(name))) return null
  const list = await readPriceList(trx, before.priceList ?? firstList)
  return { list: list.version, lines: priceCase(after, list).lines }
}

/** How the price changed, as people read it among the changes of a form; none where it stays the same. */
export function wordPrice(before: SubmittedForm, price: Priced | null): RxFormChange[] {
  if (!price) return []
  const words = (lines: readonly PriceLine[]) => formatMoney(toDollars(totalOf(lines)))
  const [from, to] = [before.priceLines ? words(before.priceLines) : '', words(price.lines)]
  return from === to ? [] : [{ field: priceChange, label: 'Price', from, to }]
}
