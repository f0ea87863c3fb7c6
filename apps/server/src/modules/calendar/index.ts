export { methodName, methodsFor } from './methods.ts'
export {
  deliveryWindow,
  methodOf,
  planShipping,
  reaches,
  shipDate,
  shippingMethodIds,
  type ShippingMethodId,
} from './rules.ts'
