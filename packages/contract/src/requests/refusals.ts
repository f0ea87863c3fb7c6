/**
 * Why work on a request is refused, for pages that show it before an attempt. Free of schemas: the browser imports it.
 */
export const duplicateRequests = 'There is more than one active request. Cancel one first to continue.'

/** Why a print cannot be shipped with others (`requests/bundles`). */
export const parcelRefusals = {
  thirdParty: 'This is assigned to third party partner.',
  inOffice: 'This is printed in the office of the practice.',
  noLocation: 'Shipping location is missing.',
  others: 'These prints do not ship together.',
  alone: 'No other print ships with this one.',
  patientLabel: 'The patient label is not printed.',
  shippingLabel: 'The shipping label is not printed.',
} as const
