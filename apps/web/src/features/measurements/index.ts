export { CaseMeasurements } from './case-measurements.tsx'
export { useCaseMeasurements } from './use-case-measurements.ts'
