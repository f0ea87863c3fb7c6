export { CorrectionNote, RequestCorrection } from './request-correction.tsx'
