import { pricedFields, type PricedForm } from '@archwire/contract/rx-forms/price-case.ts'
import { useFormPart } from '../../ui/form/store.ts'
import { PriceLines } from '../../ui/price-lines.tsx'
import { priceOf, usePrices } from '../../lib/prices.ts'
import { useCaseForm } from './case-form.ts'

/** What the case costs as it stands, line by line; nothing for whoever does not read prices. */
export function Costs() {
  const { form, organizationId } = useCaseForm()
  const prices = usePrices(organizationId)
  // As text, which stays the same while something without a price is typed.
  const priced = useFormPart(form, () => JSON.stringify(form.values(), [...pricedFields]))
  return (
    prices && (
      <PriceLines price={priceOf(JSON.parse(priced) as PricedForm, prices)} invented={prices.invented === true} />
    )
  )
}
