export { archiveOrganization } from './commands/archive.ts'
export { changeNotes } from './commands/notes.ts'
export { updateOrganization } from './commands/update.ts'
export { waiveStartupFee } from './commands/waive.ts'
