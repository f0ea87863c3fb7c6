import { z } from 'zod'
import { Day, IdParams, Instant } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { archPlaces, jaws, measureKinds, type MeasureKind } from '../measurements/kinds.ts'
import { scanKinds } from '../patient-files/types.ts'
import { CasePriceShown } from '../pricing/schema.ts'
import { seesCases } from '../required-permissions.ts'

const kinds = Object.keys(measureKinds) as [MeasureKind, ...MeasureKind[]]

/** What was approved, as it was then (`cases/sealed`). Nothing that happens later changes it. */
export const Approval = z.strictObject({
  at: Instant,
  /** Approved by the practice in the portal, or completed without that. */
  event: z.enum(['approved', 'setup_completed']),
  /** Who did it in the portal. */
  user_name: z.string(),
  /** Of the lab's own setup that was completed: who approved, and how, as it was stated, and the day of it. */
  approved_by: z.string().nullable(),
  approved_on: Day.nullable(),
  /** The version of the Rx form; null for a case without one. */
  rx_form_version: z.int().nullable(),
  /** Whether the form is still that version. */
  rx_form_is_same: z.boolean(),
  price: CasePriceShown.nullable(),
  /** The files of the setup. */
  files: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      jaws_id: z.int(),
      size: z.number(),
      /** SHA-256 of its bytes, in hexadecimal: whoever has a file can tell whether it is the approved one. */
      sha256: z.string(),
    }),
  ),
  measurements: z.array(
    z.strictObject({
      scan_kind: z.enum(scanKinds),
      kind: z.enum(kinds),
      jaw: z.enum(jaws).nullable(),
      place: z.union([z.enum(archPlaces), z.int()]).nullable(),
      value: z.number(),
    }),
  ),
})
export type Approval = z.infer<typeof Approval>

export const approval = get('/patients/{id}/approval', {
  shows: ['case@params.id'],
  summary: 'What was approved: setup, Rx form, measurements and price as they were then',
  rules: ['cases/sealed'],
  needs: seesCases,
  params: IdParams,
  /** Null while nothing is sealed. */
  returns: z.strictObject({ approval: Approval.nullable() }),
})
