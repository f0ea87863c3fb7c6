import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's current recommendation (19 MiB, 2 passes). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/**
 * An unknown person costs the same as a wrong password: one verification, against a hash that belongs to no account
 * (`access/no-telling`).
 */
let nobody: Promise<string> | undefined

/** Returns true when `password` matches `stored`; takes as long when nothing is stored. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this one')
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== null && matches
}
