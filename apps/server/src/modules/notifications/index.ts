export { bellsRead, ofMessages, renameInBells } from './commands.ts'
export { notify, notifyTogether, type Notice } from './notify.ts'
export { isUnread } from './queries.ts'
export {
  organizationPeople,
  permissionHolders,
  recipients,
  type OrganizationAudience,
  type People,
} from './recipients.ts'
export { isSettled, settleNotices } from './settle.ts'
export { additionalEmails, isSameAddress, mailSettings, tellsMembers } from './settings.sql.ts'
