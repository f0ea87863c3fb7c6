export { deleteReportsOf, requestReport } from './commands.ts'
export { makeReport } from './make.ts'
