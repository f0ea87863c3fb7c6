export { setCredit } from './commands.ts'
