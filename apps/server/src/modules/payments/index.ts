export { paymentEffects } from './effects.ts'
export { providerOf } from './provider.ts'
export type { MethodRow } from './present.ts'
export {
  customerOf,
  methodJson,
  methodsJson,
  paymentInfoFor,
  primaryMethodJson,
  shownMethods,
  type ChargedMethod,
} from './queries.ts'
