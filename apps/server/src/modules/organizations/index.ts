export { addLocation, addMember, createOrganization, type NewLocation, type NewOrganization } from './commands.ts'
export { findPractice, lockForSubmit, startsCasesHere, type Practice } from './practice.ts'
