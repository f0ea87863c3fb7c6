export { AssignSetup } from './assign-setup.tsx'
export { WorkflowTable } from './workflow-table.tsx'
export { PrintTechnician, TechnicianPicker } from './technician-picker.tsx'
export { OpenSteps } from './open-steps.tsx'
