import { readFileSync } from 'node:fs'

/** Files as programs in the field write them, made small (`field-cases/`). */
export const fieldCase = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`field-cases/${name}`, import.meta.url)))
