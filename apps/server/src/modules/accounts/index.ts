export { invite, resendInvitation, revokeInvitations } from './commands/invitations.ts'
