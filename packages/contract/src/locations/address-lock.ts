/** The fields of a location that open work depends on. */
export const addressFields = [
  'street_address',
  'street_address_line_2',
  'city',
  'state',
  'country',
  'zip_code',
] as const

/** Why an address is locked (`organizations/address-lock`). */
export const addressLocked =
  'The address modification has been disabled while all your requests are completed. If you want to update the destination address for an open request, please contact the administrator.'
