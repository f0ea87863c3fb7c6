export { addLibrary } from './commands.ts'
