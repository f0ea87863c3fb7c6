export { invite } from './commands/invitations.ts'
