import { z } from 'zod'

/** Who wrote or did something on a case; `is_management`: a person of the lab or of a partner. */
export const Author = z.strictObject({ id: z.int(), full_name: z.string(), is_management: z.boolean() })
export type Author = z.infer<typeof Author>
