export { methodName, methodsFor } from './methods.ts'
export {
  deliveryWindow,
  isValidBusinessDate,
  nextBusinessDate,
  shipDate,
  shippingMethodIds,
  type ShippingMethodId,
} from './rules.ts'
