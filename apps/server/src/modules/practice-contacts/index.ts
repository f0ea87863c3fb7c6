export { saveContacts } from './commands/save-contacts.ts'
