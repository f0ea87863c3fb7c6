export { paymentEffects } from './effects.ts'
export { customerOf, paymentInProgress, primaryMethod, type ChargedMethod } from './queries.ts'
