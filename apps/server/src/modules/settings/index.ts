export { brand, readLabAddress } from './queries.ts'
