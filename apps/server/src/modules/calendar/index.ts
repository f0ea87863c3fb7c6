export { methodName, methodsFor } from './methods.ts'
export { keepPromised } from './promised.sql.ts'
export {
  addBusinessDays,
  approveBy,
  deliveryWindow,
  isBusinessDay,
  methodOf,
  planShipping,
  problemWith,
  problemWithStart,
  reaches,
  shipDate,
  shippingMethodIds,
  transitDays,
  type ShippingMethodId,
} from './rules.ts'
