import { randomBytes } from 'node:crypto'

/** A word that stands in no other test's records. */
export const unique = () => randomBytes(5).toString('hex')
