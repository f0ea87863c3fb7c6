export { paymentEffects } from './effects.ts'
export { providerOf } from './provider.ts'
export { customerOf, primaryMethodJson, type ChargedMethod } from './queries.ts'
