export { createUser, type NewUser } from './commands.ts'
export { authorJson } from './author.sql.ts'
