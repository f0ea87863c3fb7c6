import { z } from 'zod'

/** The one shape of every failed call: a sentence, or messages by field; `code` is the HTTP status or a special one. */
export const ErrorBody = z
  .strictObject({
    /** A sentence, or messages by field. */
    error: z.union([z.string(), z.record(z.string(), z.array(z.string()))]),
    /**
     * The HTTP status, or a more specific code: 2200 verify the email, 2201 solve the bot check, 2202 send the
     * password.
     */
    code: z.int(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
