import { shipping } from '@archwire/contract/client/shipping'
import type { ShippingMethod } from '@archwire/contract/shipping/routes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'

/** The methods by which a print can ship to a location, each with its dates; undefined until known. */
export function useShippingMethods(locationId: number | null, whoPrints: number): ShippingMethod[] | undefined {
  const { data, isPlaceholderData } = useQuery({
    ...query(shipping.methods, {
      query: { location_id: locationId ?? undefined, assignment: whoPrints, available_only: '1' },
    }),
    enabled: locationId !== null,
    placeholderData: keepPreviousData,
  })
  return isPlaceholderData ? undefined : data?.shipping_methods
}
