export { createRule } from './commands.ts'
