export { createUser, type NewUser } from './commands.ts'
