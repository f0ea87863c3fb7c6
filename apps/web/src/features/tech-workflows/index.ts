export { WorkflowTable } from './workflow-table.tsx'
export { TechnicianPicker } from './technician-picker.tsx'
export { OpenSteps } from './open-steps.tsx'
