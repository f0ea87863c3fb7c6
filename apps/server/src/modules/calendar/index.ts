export { methodName, methodsFor } from './methods.ts'
export {
  deliveryWindow,
  isBusinessDay,
  methodOf,
  planShipping,
  problemWith,
  reaches,
  shipDate,
  shippingMethodIds,
  type ShippingMethodId,
} from './rules.ts'
