import { formatMoney } from '@archwire/contract/core/money.ts'
import { assignment, assignments } from '@archwire/contract/rx-forms/options.ts'
import { assignmentsFor, type AssignedWork } from '@archwire/contract/rx-forms/preferences.ts'
import { useEffect } from 'react'
import { useShippingMethods } from '../../features/requests/use-shipping-methods.ts'
import { placeName } from '../../lib/address.ts'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useCaseForm, useShown } from './case-form.ts'
import { DeliveryDate } from './delivery-date.tsx'
import { Part } from './part.tsx'
import { useBound } from './use-bound.ts'
import styles from './start-case.module.css'

type Assignment = 1 | 2 | 3

/** Who does the work, where it goes, and by when. */
export function DeliverySection() {
  const { field } = useBound()
  const { form, context, preference, before } = useCaseForm()
  const prints = useShown('print_assignment')
  const inserts = useShown('insert_brackets_assignment')
  const ships = useShown('shipping')
  const setupBy = useFormPart(form, () => form.values().submission_completed_by)
  const printBy = useFormPart(form, () => form.values().print_assignment)
  const partner = preference.metadata.third_party_partner
  const inOffice = setupBy === assignment.inOffice
  const followsPrint = printBy === assignment.inOffice
  /** What the practice uses, and what a submitted form holds anyway; disabled where it does not go with the rest. */
  const who = (work: AssignedWork) => {
    const present = before?.[work]
    const possible = assignmentsFor(work, form.values(), context)
    return assignments
      .filter(({ id }) => context.allowed![work].includes(id) || possible.includes(id) || id === present)
      .filter(({ id }) => id !== assignment.thirdParty || partner !== null || id === present)
      .map(({ id, label }) => ({
        id: id as Assignment,
        label: id === assignment.thirdParty ? (partner?.name ?? label) : label,
        disabled: !possible.includes(id) && id !== present,
      }))
  }
  const partnerHelp = inOffice && partner ? `With an in-office setup ${partner.name} cannot take over.` : undefined
  return (
    <>
      <Part name="setup">
        <ChoiceField {...field('submission_completed_by')} required options={who('submission_completed_by')} />
      </Part>
      <Part name="print">
        {prints && (
          <ChoiceField {...field('print_assignment')} required options={who('print_assignment')} help={partnerHelp} />
        )}
        {inserts && (
          <ChoiceField
            {...field('insert_brackets_assignment')}
            required
            options={who('insert_brackets_assignment')}
            help={followsPrint ? 'Brackets of an in-office print are inserted in-office.' : partnerHelp}
          />
        )}
      </Part>
      <Part name="delivery">
        {ships && <ShippingFields />}
        <div className={styles.row}>
          <DeliveryDate />
        </div>
      </Part>
      <Part name="rush">
        <RushFields />
      </Part>
    </>
  )
}

function ShippingFields() {
  const { field } = useBound()
  const { form, locations, preference } = useCaseForm()
  const place = useFormPart(form, () => form.values().shipping_location_id)
  const method = useFormPart(form, () => form.values().shipping_method)
  const there = useShippingMethods(place, assignment.ownLab)
  const methods = there ?? preference.shipping_methods.filter(({ available }) => available)
  // Another country has other shipping methods.
  useEffect(() => {
    if (there && there.length > 0 && !there.some(({ id_string }) => id_string === method))
      form.set('shipping_method', there[0]!.id_string)
  }, [there, method, form])
  return (
    <div className={styles.row}>
      <SelectField
        {...field('shipping_location_id')}
        required
        options={locations.map((place) => ({ id: place.id, label: placeName(place) }))}
      />
      <SelectField
        {...field('shipping_method')}
        required
        options={methods.map(({ id_string, name }) => ({ id: id_string, label: name }))}
      />
    </div>
  )
}

/** A rush case costs extra and needs a reason (`rx-form/rush`). */
function RushFields() {
  const { field, text } = useBound()
  const { form, preference } = useCaseForm()
  const shown = useShown('rush_case')
  const rush = useFormPart(form, () => form.values().rush_case)
  if (!shown) return null
  const fee = preference.metadata.rush_case_fee
  return (
    <div className={styles.rush} data-on={rush || undefined}>
      <ToggleField
        {...field('rush_case')}
        label={fee === 0 ? 'Rush case, no extra fee' : `Rush case, ${formatMoney(fee)}`}
        help="The case is ready for doctor approval within one hour when submitted in regular business hours, Mon-Fri 8am-4pm MST."
      />
      {rush && <TextField {...text('rush_case_authorized_by')} required />}
    </div>
  )
}
