export { createView } from './commands.ts'
