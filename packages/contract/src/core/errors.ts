import { z } from 'zod'

/** The one shape of every failed call: a sentence, or messages by field; `code` is the HTTP status or a special one. */
export const ErrorBody = z.strictObject({
  error: z.union([z.string(), z.record(z.string(), z.array(z.string()))]),
  code: z.int(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
