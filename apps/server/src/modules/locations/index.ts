export { insertLocation, type NewLocation } from './commands.ts'
export { onlyAssigned } from './queries.ts'
