import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'

/** Returns what goes into the parcel besides the print, one entry per item: "2 small boxes". */
export function suppliesOf({ supplies }: CustomerRequest): string[] {
  if (!supplies) return []
  const { boxes, box_size, impression_baggies: baggies } = supplies
  return [
    boxes ? `${boxes} ${box_size ?? ''} ${boxes === 1 ? 'box' : 'boxes'}`.replaceAll('  ', ' ') : '',
    baggies ? `${baggies} impression baggies` : '',
  ].filter((line) => line !== '')
}
