export { preferred } from './usual.ts'
