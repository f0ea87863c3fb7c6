import { fieldsOf, line, notes, wordsOf } from '../core/record-fields.ts'
import { bareTracking } from './couriers.ts'

const longestNumber = 60

/** The texts of requests: the number of a parcel, why a print is free (`requests/free`), why a request is canceled. */
export const requestFields = fieldsOf({
  // Some letters become two when they are capitalized.
  tracking_number: line(longestNumber, {
    check: (text) => (bareTracking(text).length > longestNumber ? wordsOf.tooLong(longestNumber) : undefined),
    settle: bareTracking,
  }).optional(),
  free_reason: line(500),
  reason: notes(10_000),
})
