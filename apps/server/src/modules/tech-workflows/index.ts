export { changeProcesses, type ProcessInput } from './processes.ts'
