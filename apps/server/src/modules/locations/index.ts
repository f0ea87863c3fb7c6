export { insertLocation, type NewLocation } from './commands.ts'
