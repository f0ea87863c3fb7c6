export { paymentEffects } from './effects.ts'
export { providerOf } from './provider.ts'
export { customerOf, methodsOf, paymentInfoFor, primaryMethodJson, type ChargedMethod } from './queries.ts'
