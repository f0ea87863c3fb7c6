export { saveSteps, setTechnician } from './commands.ts'
export { beginSetupWork, planSetupSteps } from './plan-steps.ts'
