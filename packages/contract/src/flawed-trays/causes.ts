export { flawCauseNames, flawCauses, type FlawCause } from '../requests/flaw-causes.ts'
