export { RequestCorrection } from './request-correction.tsx'
