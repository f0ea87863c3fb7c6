import { z } from 'zod'
import { id, optionalLine, version } from '../core/fields.ts'
import { toothNumberings } from '../rx-forms/teeth.ts'
import { formPreferenceShape } from '../rx-forms/usual-schema.ts'

/** Assignments, each once: 1 the lab, 2 in-office, 3 the practice's partner. */
const Assignments = z.array(z.int())
const some = () =>
  z
    .array(z.literal([1, 2, 3]))
    .min(1, 'Choose at least one')
    .max(3)
    .refine((ids) => new Set(ids).size === ids.length, 'Each once')
const assigned = () => z.literal([1, 2, 3])

/** What the fields of a practice's forms begin with, a change of some of them (`rx-form/preferences`). */
export const RxFormPreferenceEdit = z.strictObject({
  ...formPreferenceShape,
  default_doctor_id: id().nullable().optional(),
  location_id: id().nullable().optional(),
  /** How the practice numbers teeth. */
  tooth_numbering: z.enum(toothNumberings.map(({ id }) => id)).optional(),
  /** Whether its cases may be rush cases: the lab's to say. */
  rush_case_enabled: z.boolean().optional(),
  version: version().optional(),
})
export type RxFormPreferenceEdit = z.infer<typeof RxFormPreferenceEdit>

/** Who may make the setups of a practice, and who usually does. */
export const InitialSetupConfiguration = z.strictObject({
  version: z.int(),
  allowed_assignments: Assignments,
  submission_completed_by: z.int(),
})
export const InitialSetupEdit = z.strictObject({
  allowed_assignments: some(),
  submission_completed_by: assigned(),
  version: version().optional(),
})
export type InitialSetupEdit = z.infer<typeof InitialSetupEdit>

/** Who may print for a practice and insert brackets, who usually does, and where and how prints usually ship. */
export const PrintRequestConfiguration = z.strictObject({
  version: z.int(),
  allowed_print_assignments: Assignments,
  print_assignment: z.int(),
  allowed_insert_brackets_assignments: Assignments,
  insert_brackets_assignment: z.int(),
  shipping_location_id: z.int().nullable(),
  shipping_method: z.string(),
})
export const PrintRequestEdit = z.strictObject({
  allowed_print_assignments: some(),
  print_assignment: assigned(),
  allowed_insert_brackets_assignments: some(),
  insert_brackets_assignment: assigned(),
  /** Null: the location of the case. */
  shipping_location_id: id().nullable().default(null),
  shipping_method: optionalLine(20),
  version: version().optional(),
})
export type PrintRequestEdit = z.infer<typeof PrintRequestEdit>
