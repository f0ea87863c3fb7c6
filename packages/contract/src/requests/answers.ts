import { z } from 'zod'
import { CustomerRequest } from './schema.ts'

/** A request after a change, and what to tell the person. */
export const CustomerRequestAnswer = z.strictObject({ customer_request: CustomerRequest, message: z.string() })
