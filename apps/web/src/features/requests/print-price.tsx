import { formatMoney, toDollars } from '@archwire/contract/core/money.ts'
import { chargedMethod } from '@archwire/contract/requests/charged-method.ts'
import { keepsFees } from '@archwire/contract/required-permissions.ts'
import type { PrintingRequest, PrintPricing } from '@archwire/contract/requests/schema.ts'
import { assignment, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { shippingLine } from '@archwire/contract/rx-forms/price-print.ts'
import { shippingMethods } from '@archwire/contract/shipping/methods.ts'
import { priceOfPrint, usePrices } from '../../lib/prices.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { useFormPart, type FormStore } from '../../ui/form/store.ts'
import { PriceLines } from '../../ui/price-lines.tsx'
import type { Shipping } from './shipping-fields.tsx'
import { useShippingMethods } from './use-shipping-methods.ts'

interface Props {
  print: PrintingRequest
  by: PrintPricing
}

/** What the print costs as it is now, by the prices that it keeps (`requests/edit-items`). */
export function PrintPrice({ print, by }: Props) {
  const prices = usePrices(print.organization_id, by)
  if (!prices) return null
  const items = print.printing_request_items.filter(
    (item) => item.flawed_tray_id === null && (item.assignment ?? print.assign_to) === assignment.ownLab,
  )
  const parts = { items, arch_mode: by.arch_mode, shipping_method: by.charged_method ?? print.shipping_method }
  const price = priceOfPrint(parts, prices, by.free_reason !== null)
  return <PriceLines price={price} invented={prices.invented} of="print" opened />
}

/** Whether the person decides that a fee stays (`requests/keep-fee`). */
export function useKeepsFees(): boolean {
  const { me } = useSession()
  return allowed(me, undefined, ...keepsFees)
}

/** What the chosen method costs; the lab can keep the fee that held before (`requests/keep-fee`). */
export function ShippingFee({ print, by, form }: Props & { form: FormStore<Shipping> }) {
  const prices = usePrices(print.organization_id, by)
  const keeps = useKeepsFees()
  const place = useFormPart(form, () => form.values().location_id)
  const chosen = useFormPart(form, () => form.values().shipping_method_id)
  const keep = useFormPart(form, () => form.values().keep_fee)
  const methods = useShippingMethods(place, print.assign_to)
  const method = methods?.find(({ id }) => id === chosen)?.id_string
  if (!prices || method === undefined) return null
  const feeOf = (id: string | null) => formatMoney(toDollars(shippingLine(id, prices)?.unit ?? 0))
  const held = by.charged_method ?? print.shipping_method
  const way = { assignment: print.assign_to, shipping_method: print.shipping_method, charged_method: by.charged_method }
  const charged = chargedMethod(way, method, keeps ? keep : undefined) ?? method
  return (
    <>
      {keeps && held !== null && held !== method && (
        <ToggleField
          form={form}
          name="keep_fee"
          label={`Keep the fee of ${labelOf(shippingMethods, held)} (${feeOf(held)})`}
        />
      )}
      <p role="status" aria-label="Shipping fee">
        Shipping fee: {by.free_reason === null ? feeOf(charged) : `${formatMoney(0)}, free of charge`}
      </p>
    </>
  )
}
