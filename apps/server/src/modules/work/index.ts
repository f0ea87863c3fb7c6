export { saveSteps, setTechnician } from './commands.ts'
