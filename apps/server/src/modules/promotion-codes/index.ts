export { findUsableCode } from './queries.ts'
export { tryCode } from './try-code.ts'
