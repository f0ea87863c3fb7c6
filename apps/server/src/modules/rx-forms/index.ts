export { insertCase } from './insert.sql.ts'
export { presentRxForm, rxFormJson, type RxFormRow } from './present.ts'
