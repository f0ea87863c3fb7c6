export { validatePromotionCode } from './queries.ts'
