import { formatMoney } from '@archwire/contract/core/money.ts'
import type { CasePriceShown } from '@archwire/contract/pricing/schema.ts'
import type { RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { wordChange } from '@archwire/contract/rx-forms/modification.ts'
import type { RxFormChange } from '@archwire/contract/rx-forms/schema.ts'
import { useFormPart, type FormStore } from '../../ui/form/store.ts'
import { Section } from '../../ui/page.tsx'
import { ChangeList } from '../case-parts/change-list.tsx'
import { priceOf, usePrices } from '../../lib/prices.ts'
import type { Practice } from '../start-case/case-form.ts'

interface Props {
  before: RxFormValues
  practice: Practice
  form: FormStore<RxFormValues>
  /** What can still be changed: the rest is not saved. */
  open: ReadonlySet<RxFormName>
  /** What the case costs; null where that is not read, or not known. */
  price: CasePriceShown | null
}

/** What a save would change, what follows by itself included. */
export function YourChanges({ before, practice, form, open, price }: Props) {
  const typed = useFormPart(form, () => form.values())
  const values = {
    ...before,
    ...Object.fromEntries(Object.entries(typed).filter(([name]) => open.has(name as RxFormName))),
  }
  const changes = wordChange(before, values, {
    doctor: (id) => practice.doctors.find((doctor) => doctor.id === id)?.full_name,
    location: (id) => practice.locations.find((location) => location.id === id)?.location_name,
    library: (id) => practice.preference.data.bracket_libraries.find((library) => library.id === id)?.name,
    method: (id) => practice.preference.shipping_methods.find(({ id_string }) => id_string === id)?.name,
    tooth_numbering: practice.preference.data.defaults.tooth_numbering,
  })
  const prices = usePrices(practice.organizationId, price)
  const total = prices && priceOf(values, prices).total
  const priced: RxFormChange[] =
    price === null || total === null || total === price.total
      ? []
      : [{ field: 'price', label: 'Price', from: formatMoney(price.total), to: formatMoney(total) }]
  return (
    <Section title="Your changes">
      {changes.length === 0 ? <p>Nothing is changed yet.</p> : <ChangeList changes={[...changes, ...priced]} />}
    </Section>
  )
}
