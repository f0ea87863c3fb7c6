export { CaseCosts } from './case-costs.tsx'
