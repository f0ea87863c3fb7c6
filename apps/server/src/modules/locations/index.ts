export { insertLocation, type NewLocation } from './commands.ts'
export { addressColumns, presentAddress, type AddressRow } from './address.sql.ts'
export { narrowed, onlyAssigned } from './queries.ts'
