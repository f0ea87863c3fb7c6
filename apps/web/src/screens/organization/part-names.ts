/** The parts of an organization's page as its address names them. The account page names them, too. */
export const partNames = [
  'details',
  'members',
  'contacts',
  'billing',
  'invoices',
  'prices',
  'locations',
  'defaults',
  'libraries',
  'notifications',
  'notes',
] as const
export type PartName = (typeof partNames)[number]
