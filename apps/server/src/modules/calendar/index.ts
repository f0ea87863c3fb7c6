export { methodName, methodsFor } from './methods.ts'
export { isValidBusinessDate, nextBusinessDate, shipDate, shippingMethodIds, type ShippingMethodId } from './rules.ts'
