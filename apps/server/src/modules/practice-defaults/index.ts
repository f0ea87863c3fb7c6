export { preferred } from './usual.ts'
export { touchPreferences } from './commands.ts'
