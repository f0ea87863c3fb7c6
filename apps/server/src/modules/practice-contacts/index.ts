export { lockPracticeState, permit, readPracticeState, type PracticeState } from './practice-state.ts'
