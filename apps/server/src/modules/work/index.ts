export { saveSteps } from './commands.ts'
export { beginRound, beginSetupWork, planSetupSteps } from './plan-steps.ts'
export { setPrintTechnician, setTechnician } from './technician.ts'
