export { saveSteps, setTechnician } from './commands.ts'
export { planSetupSteps } from './plan-steps.ts'
