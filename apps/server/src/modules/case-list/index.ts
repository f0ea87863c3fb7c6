export { countCases, listCases } from './queries.ts'
