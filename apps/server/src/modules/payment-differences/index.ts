export { openDifference, type NewDifference } from './commands.ts'
