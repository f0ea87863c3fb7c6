export { AssignSetup } from './assign-setup.tsx'
export { WorkflowTable } from './workflow-table.tsx'
export { CorrectionTechnician, PrintTechnician, TechnicianPicker } from './technician-picker.tsx'
export { OpenSteps } from './open-steps.tsx'
