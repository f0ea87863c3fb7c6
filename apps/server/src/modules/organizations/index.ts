export {
  addLocation,
  addMember,
  createAccount,
  createOrganization,
  type NewLocation,
  type NewOrganization,
} from './commands.ts'
export { findPractice, lockForSubmit, startsCasesHere, type Practice } from './practice.ts'
