export { insertLocation, type NewLocation } from './commands.ts'
export { addressColumns, presentAddress, type AddressRow } from './address.sql.ts'
export { listShippable } from './queries.ts'
