import { assignment, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { shippingMethods } from '@archwire/contract/shipping/methods.ts'
import type { ShippingMethod } from '@archwire/contract/shipping/routes.ts'
import { deliveryWindow, nextBusinessDate, reaches, shippingMethodIds } from './rules.ts'

/** What people call a method; an unknown one is shown as it is stored. */
export const methodName = (id: string | null): string => labelOf(shippingMethods, id) || (id ?? '')

/** Returns the methods for a place: international only and always outside the USA; none at all for in-office prints. */
export function methodsFor(input: {
  country: string | null
  assignment: number | undefined
  at: Date
  zone: string
}): ShippingMethod[] {
  return shippingMethodIds.map((id, index) => {
    const arrival = nextBusinessDate({ at: input.at, zone: input.zone, offset: 0, method: id })
    const { from, to } = deliveryWindow(arrival)
    return {
      id: index + 1,
      id_string: id,
      name: methodName(id),
      available: input.assignment !== assignment.inOffice && reaches(id, input.country ?? 'USA'),
      arrival_date: arrival,
      delivery_date_from: from,
      delivery_date_to: to,
    }
  })
}
