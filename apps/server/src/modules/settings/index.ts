export { brand } from './queries.ts'
