export { paymentEffects } from './effects.ts'
export { customerOf, primaryMethod, type ChargedMethod } from './queries.ts'
