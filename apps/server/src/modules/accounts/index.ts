export { invite } from './invitations.ts'
