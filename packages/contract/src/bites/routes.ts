import { z } from 'zod'
import { actions, id, IdParams, Instant } from '../core/fields.ts'
import { get, post } from '../core/route.ts'
import { scanKinds } from '../patient-files/types.ts'
import { seesCases } from '../required-permissions.ts'
import { Author } from '../users/author.ts'
import { type BiteMethod, biteMethods } from './methods.ts'

const methods = Object.keys(biteMethods) as [BiteMethod, ...BiteMethod[]]

/** A side of a rotation's matrix deviates from a true one by rounding at most. */
const ROUNDING = 1e-4
const cosine = z.number().min(-1.001).max(1.001)
/** A row of a rotation. */
export const ScanAxis = z.tuple([cosine, cosine, cosine])
/** Far beyond any scanner's table, mm. */
const shift = z.number().min(-5000).max(5000)

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

/** Whether three rows turn without mirroring, stretching or leaning. */
function isRotation(rows: readonly (readonly number[])[]): boolean {
  const [right, anterior, up] = rows as [number[], number[], number[]]
  const near = (value: number, wanted: number) => Math.abs(value - wanted) <= ROUNDING
  const handed =
    right[0]! * (anterior[1]! * up[2]! - anterior[2]! * up[1]!) -
    right[1]! * (anterior[0]! * up[2]! - anterior[2]! * up[0]!) +
    right[2]! * (anterior[0]! * up[1]! - anterior[1]! * up[0]!)
  return (
    rows.every((row, at) => rows.every((other, place) => near(dot(row, other), at === place ? 1 : 0))) &&
    near(handed, 1)
  )
}

/** Rows of a rotation from the axes of a scan's file to the patient's right, the front and up. */
export const ScanRotation = z
  .tuple([ScanAxis, ScanAxis, ScanAxis])
  .refine(isRotation, 'A scan can be turned, not mirrored or stretched')

/** What is added to a scan that was turned, in millimeters. */
export const ScanOffset = z.tuple([shift, shift, shift])

/**
 * Where a scan stands: rows of a rotation from the axes of its file to the patient's right, the front and up, and what is
 * added then; millimeters. Never a mirroring.
 */
export const ScanPlace = z.strictObject({
  rotation: ScanRotation,
  offset: ScanOffset,
})
export type ScanPlace = z.infer<typeof ScanPlace>

/** One version of how the arches of a scene bite, as a person placed them. */
export const Bite = z.strictObject({
  id: z.int(),
  scan_kind: z.enum(scanKinds),
  /** Counts up within a case and kind, from 1. */
  version: z.int(),
  method: z.enum(methods),
  /** Empty when the shapes decide. */
  places: z.array(ScanPlace.extend({ file_id: z.int() })),
  author: Author,
  created_at: Instant,
  /** One of its scans was replaced or removed since. */
  is_earlier: z.boolean(),
})
export type Bite = z.infer<typeof Bite>

const NewBite = z
  .strictObject({
    scan_kind: z.enum(scanKinds),
    method: z.enum(methods),
    places: z.array(ScanPlace.extend({ file_id: id() })).max(20),
    /** The version that was seen: 0 where the shapes had decided so far. A newer one is not overwritten. */
    version: z.int().min(0).max(100_000),
  })
  .refine(
    ({ method, places }) => (method === 'by_shape') === (places.length === 0),
    'Give the position of each scan, or let the shapes decide',
  )
  .refine(
    ({ method, places }) =>
      method !== 'as_files_lie' ||
      new Set(places.map(({ rotation, offset }) => JSON.stringify([rotation, offset]))).size <= 1,
    'Scans that fit as they are in their files have one common position',
  )
  .refine(
    ({ places }) => new Set(places.map(({ file_id }) => file_id)).size === places.length,
    'Each scan has exactly one position',
  )
export type NewBite = z.infer<typeof NewBite>

export const bites = {
  list: get('/patients/{id}/bites', {
    shows: ['case@params.id'],
    summary: 'How people placed the arches of a case, newest first',
    rules: ['scans/bite'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ bites: z.array(Bite), can: actions('add') }),
  }),
  create: post('/patients/{id}/bites', {
    changes: ['case'],
    summary: 'Place the arches of a case; 409 if someone else has placed them since',
    rules: ['scans/bite'],
    needs: seesCases,
    rate: { max: 120, per: 'user' },
    params: IdParams,
    body: NewBite,
    returns: z.strictObject({ bite: Bite, message: z.string() }),
    example: {
      body: {
        scan_kind: 'setup',
        method: 'by_hand',
        version: 0,
        places: [
          {
            file_id: 1,
            rotation: [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ],
            offset: [0, 0, 0],
          },
        ],
      },
    },
  }),
}
