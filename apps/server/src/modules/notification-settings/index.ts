export { changeSettings } from './commands.ts'
