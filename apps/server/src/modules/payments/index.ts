export { paymentEffects } from './effects.ts'
export { providerOf } from './provider.ts'
export { customerOf, methodsOf, paymentInfoFor, methodJson, primaryMethodJson, type ChargedMethod } from './queries.ts'
