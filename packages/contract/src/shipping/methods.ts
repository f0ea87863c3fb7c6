/** How the lab ships, each method by its `id_string`, with its name. */
export const shippingMethods = [
  { id: 'standard', label: 'Standard' },
  { id: 'express', label: 'Express' },
  { id: 'urgent', label: 'Urgent' },
  { id: 'lightspeed', label: 'LightSpeed' },
  { id: 'international', label: 'International' },
] as const
export type ShippingMethodId = (typeof shippingMethods)[number]['id']
export const shippingMethodIds = shippingMethods.map(({ id }) => id)
