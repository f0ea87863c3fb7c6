export { saveSteps } from './commands.ts'
export { beginSetupWork, planSetupSteps } from './plan-steps.ts'
export { setTechnician } from './technician.ts'
