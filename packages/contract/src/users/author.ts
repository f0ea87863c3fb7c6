import { z } from 'zod'

/** Who said or did something on a case; `is_management`: somebody of the lab or of a partner. */
export const Author = z.strictObject({ id: z.int(), full_name: z.string(), is_management: z.boolean() })
export type Author = z.infer<typeof Author>
