export { CasePins } from './case-pins.tsx'
export { useCasePins } from './use-case-pins.ts'
export { pinWanted } from './pin-wanted.ts'
