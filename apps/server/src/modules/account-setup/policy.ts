export { paysFor } from '../billing/index.ts'
