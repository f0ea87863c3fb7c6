export { managesCodes } from './policy.ts'
export { findMonthlyCode, findUsableCode, type MonthlyCode } from './queries.ts'
export { unusableCode } from './rules.ts'
export { countingTries, tryCode } from './try-code.ts'
