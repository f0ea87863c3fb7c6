import { z } from 'zod'
import { actions, id, IdParams, Instant, Message } from '../core/fields.ts'
import { del, get, post } from '../core/route.ts'
import { ScanPoint } from '../patient-files/scan-point.ts'
import { scanKinds } from '../patient-files/types.ts'
import { seesCases } from '../required-permissions.ts'
import { Author } from '../users/author.ts'
import { figureOf } from './geometry.ts'
import { archPlaces, jaws, measureKinds, type MeasureKind } from './kinds.ts'
import { lastTooth } from './teeth.ts'

const kinds = Object.keys(measureKinds) as [MeasureKind, ...MeasureKind[]]
const tooth = z.int().min(1).max(lastTooth)

/** A figure that a person took on the scans of a case, stored with the points it was taken at. */
export const Measurement = z.strictObject({
  id: z.int(),
  scan_kind: z.enum(scanKinds),
  kind: z.enum(kinds),
  /** Upper or lower for arch widths and tooth sizes. */
  jaw: z.enum(jaws).nullable(),
  /** A place of the arch for arch widths, the tooth (Universal numbering, 1 to 32) for tooth sizes, null otherwise. */
  place: z.union([z.enum(archPlaces), tooth]).nullable(),
  /** Millimeters to a hundredth, degrees to a tenth; the server computes it from the points. */
  value: z.number(),
  points: z.array(z.strictObject({ file_id: z.int(), point: ScanPoint })),
  author: Author,
  created_at: Instant,
  /** One of its scans was replaced or removed since: the figure is about an earlier version. */
  is_earlier: z.boolean(),
  can: actions('remove'),
})
export type Measurement = z.infer<typeof Measurement>

/** A point of a measurement, in the coordinates of the file of its scan. */
export const MeasuredPoint = z.strictObject({ file_id: id(), point: ScanPoint })
/** The points of a kind, in the order they were set; those of an angle have its corner in the middle. */
const spotsOf = (kind: MeasureKind) =>
  z
    .array(MeasuredPoint)
    .length(measureKinds[kind].points)
    .refine(
      (spots) =>
        figureOf(
          kind,
          spots.map(({ point }) => point),
        ) !== null,
      'The points must lie apart',
    )

const scan_kind = z.enum(scanKinds)
const NewMeasurement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('distance'), scan_kind, place: z.null().optional(), points: spotsOf('distance') }),
  z.strictObject({ kind: z.literal('angle'), scan_kind, place: z.null().optional(), points: spotsOf('angle') }),
  z.strictObject({
    kind: z.literal('arch_width'),
    scan_kind,
    place: z.enum(archPlaces),
    /** Required where one file shows both arches; otherwise the file determines it. */
    jaw: z.enum(jaws).optional(),
    points: spotsOf('arch_width'),
  }),
  z.strictObject({ kind: z.literal('tooth_size'), scan_kind, place: tooth, points: spotsOf('tooth_size') }),
])
export type NewMeasurement = z.infer<typeof NewMeasurement>

export const measurements = {
  list: get('/patients/{id}/measurements', {
    shows: ['case@params.id'],
    summary: 'What was measured on the scans of a case, oldest first',
    rules: ['scans/measurements'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ measurements: z.array(Measurement), can: actions('add') }),
  }),
  create: post('/patients/{id}/measurements', {
    changes: ['case'],
    summary: 'Save a measurement; an arch width or tooth size replaces the existing one',
    rules: ['scans/measurements'],
    needs: seesCases,
    rate: { max: 240, per: 'user' },
    params: IdParams,
    body: NewMeasurement,
    returns: z.strictObject({ measurement: Measurement, message: z.string() }),
    example: {
      body: {
        kind: 'tooth_size',
        scan_kind: 'setup',
        place: 8,
        points: [
          { file_id: 1, point: [-4.25, 20, 3] },
          { file_id: 1, point: [4.25, 20, 3] },
        ],
      },
    },
  }),
  remove: del('/measurements/{id}', {
    changes: ['case'],
    summary: 'Remove a measurement permanently',
    rules: ['scans/measurements'],
    needs: seesCases,
    params: IdParams,
    returns: Message,
  }),
}
