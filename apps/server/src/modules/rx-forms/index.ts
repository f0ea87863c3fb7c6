export { overtakenDraft } from './commands.ts'
export { insertCase, type NewCase } from './insert.sql.ts'
export { moveForm } from './move.ts'
export {
  listRevisions,
  noteRead,
  priceChange,
  presentUnread,
  raiseVersion,
  readForm,
  unreadJson,
  writeChange,
  type SubmittedForm,
  type UnreadRow,
} from './revisions.ts'
export { presentRxForm, rxFormJson, type RxFormRow } from './present.ts'
