export { findPractice, lockForSubmit, startsCasesHere, type Practice } from './practice.ts'
