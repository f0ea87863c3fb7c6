export { sendMessage } from './commands.ts'
