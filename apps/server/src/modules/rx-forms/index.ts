export { overtakenDraft } from './commands.ts'
export { insertCase } from './insert.sql.ts'
export { presentRxForm, rxFormJson, type RxFormRow } from './present.ts'
