export { paymentEffects } from './effects.ts'
export { providerOf } from './provider.ts'
export { customerOf, paymentInfoFor, primaryMethodJson, type ChargedMethod } from './queries.ts'
