export { insertLocation, unassign, type NewLocation } from './commands.ts'
export { addressColumns, fullAddress, presentAddress, type AddressRow } from './address.sql.ts'
export { listLocationsOf, listShippable } from './queries.ts'
