export { bellsRead, renameInBells } from './commands.ts'
export { notify, notifyTogether, type Notice } from './notify.ts'
export { isUnread } from './queries.ts'
export { organizationPeople, recipients, type OrganizationAudience, type People } from './recipients.ts'
