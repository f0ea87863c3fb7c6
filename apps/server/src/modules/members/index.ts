export { invite } from './commands/invitations.ts'
export { membersOf } from './queries.ts'
