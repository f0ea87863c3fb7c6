import { z } from 'zod'
import { paletteKinds } from './kinds.ts'

/** A record as a line of the palette. */
export const PaletteHit = z.strictObject({
  kind: z.enum(paletteKinds),
  /** The record’s id; of a parcel, that of its newest request. */
  id: z.int(),
  /** The patient, organization or person; the number of a tray, invoice or parcel. */
  name: z.string(),
  /** Number or code of the case, account number, Tray ID. */
  number: z.string().nullable(),
  /** The doctor of a case, the role of a person, what is requested, the patient of a parcel. */
  about: z.string().nullable(),
  /** How many cases are in a tray or parcel; null for other kinds. */
  cases: z.int().nullable(),
  /** Where it stands, as a label; Archived for what is archived. */
  status: z.string().nullable(),
  /** Whose it is; of a parcel with cases of several, null. */
  organization: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
})
export type PaletteHit = z.infer<typeof PaletteHit>

export const PaletteAnswer = z.strictObject({
  /** Why these: they were found, were opened lately, or are the cases that changed last. */
  basis: z.enum(['found', 'recent', 'latest']),
  /** The kinds that the caller may search. */
  searched: z.array(z.enum(paletteKinds)),
  /** Those of one kind together, the kind with the best hit first. */
  hits: z.array(PaletteHit),
})
export type PaletteAnswer = z.infer<typeof PaletteAnswer>
