export { insertLocation, unassign, type NewLocation } from './commands.ts'
export { addressColumns, fullAddress, presentAddress, type AddressRow } from './address.sql.ts'
export { listShippable } from './queries.ts'
