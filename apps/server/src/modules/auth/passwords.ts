import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's present recommendation (19 MiB, 2 passes). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/**
 * An unknown person costs the same as a wrong password:
 * one verification, of a hash that nobody has (`access/no-telling`).
 */
let nobody: Promise<string> | undefined

/** True when `password` belongs to `stored`; takes as long when there is nothing stored. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this one')
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== null && matches
}
