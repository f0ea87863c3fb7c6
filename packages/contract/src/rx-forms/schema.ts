import { z } from 'zod'
import { actions, Day, day, distinct, id, idList, Instant, line, optionalLine, Status, text } from '../core/fields.ts'
import { fileName, filePath } from '../patient-files/schema.ts'
import { fileLimits } from './form.ts'
import { baggieCounts, boxCounts, boxSizes } from './options.ts'

const Named = z.strictObject({ id: z.int(), name: z.string() })

/** A scan that goes with a new case: its upload, its name, its arch. */
export const ScanUpload = z.strictObject({
  file_path: filePath(),
  name: fileName(),
  jaws_id: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  check_note: text(500).optional(),
})
/** A photo that goes with a new case. */
export const PhotoUpload = z.strictObject({ file_path: filePath(), name: fileName(), caption: text(500).optional() })

const eachOnce = (files: { file_path: string }[]) => distinct(files.map((file) => file.file_path))
const twice = 'The same upload stands here twice.'

const one = <const V extends readonly number[]>(...values: V) =>
  z.union(values.map((value) => z.literal(value)) as [z.ZodLiteral<V[number]>, z.ZodLiteral<V[number]>])

/** The body of a new case. Shape only: what applies and what is missing is decided by `rules.ts`, on both sides. */
export const RxFormBody = z.strictObject({
  first_name: line(100),
  last_name: line(100),
  case_number_text: optionalLine(100).default(''),
  user_id: id().nullable().default(null),
  location_id: id().nullable().default(null),
  impression_date: day(),
  submission_completed_by: one(1, 2, 3).default(1),
  impression_type: one(1, 2, 4),
  scan_submission_type: one(1, 2).nullable().default(null),
  scanner_type: z.int().min(1).max(7).nullable().default(null),
  custom_scanner_type_name: optionalLine(100).default(''),
  stl_files: z.array(ScanUpload).max(fileLimits.stl_files).refine(eachOnce, twice).default([]),
  rx_intraoral_photos: z.array(PhotoUpload).max(fileLimits.rx_intraoral_photos).refine(eachOnce, twice).default([]),
  products_list: z.int().min(0).max(127).default(0),
  addon_options: z.int().min(0).max(31).default(0),
  order_more_supplies: z.boolean().default(false),
  boxes: one(...boxCounts)
    .nullable()
    .default(null),
  box_size: z.enum(boxSizes).nullable().default(null),
  impression_baggies: one(...baggieCounts)
    .nullable()
    .default(null),
  jaws_id: one(1, 2, 3).default(3),
  arch_mode: one(1, 2, 3, 4).default(1),
  rush_case: z.boolean().default(false),
  rush_case_authorized_by: text(1000).default(''),
  export_type: one(1, 2, 3).nullable().default(null),
  print_assignment: one(1, 2, 3).nullable().default(null),
  insert_brackets_assignment: one(1, 2, 3).nullable().default(null),
  root_integration: z.boolean().default(false),
  bracket_libraries: idList(50).default([]),
  bonding_date: day().nullable().default(null),
  shipping_location_id: id().nullable().default(null),
  shipping_method: optionalLine(20).nullable().default(null),
  special_instructions: text(10_000).default(''),
})

/** An Rx form as it is shown: the choices, their names, where it stands. */
export const RxForm = z.strictObject({
  id: z.int(),
  version: z.int(),
  organization_id: z.int(),
  patient_id: z.int(),
  user_id: z.int().nullable(),
  created_by_user: Named.nullable(),
  location: Named.nullable(),
  shipping_location: Named.nullable(),
  impression_date: Day,
  submission_completed_by: z.int(),
  submission_completed_by_name: z.string(),
  impression_type: z.int(),
  impression_type_name: z.string(),
  scan_submission_type: z.int().nullable(),
  scanner_type: z.int().nullable(),
  scanner_type_name: z.string(),
  products_list: z.int(),
  products_list_names: z.array(z.string()),
  addon_options: z.int(),
  addon_options_names: z.array(z.string()),
  jaws_id: z.int(),
  arch_mode: z.int(),
  rush_case: z.boolean(),
  rush_case_authorized_by: z.string(),
  export_type: z.int().nullable(),
  print_assignment: z.int().nullable(),
  insert_brackets_assignment: z.int().nullable(),
  root_integration: z.boolean(),
  order_more_supplies: z.boolean(),
  boxes: z.int().nullable(),
  box_size: z.string().nullable(),
  impression_baggies: z.int().nullable(),
  bonding_date: Day.nullable(),
  ship_date: Day.nullable(),
  arrival_date: Day.nullable(),
  shipping_method: z.string().nullable(),
  shipping_method_label: z.string(),
  special_instructions: z.string(),
  status_id: z.int(),
  status: Status,
  status_updated_at: Instant,
  ready_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  cancelled_at: Instant.nullable(),
  created_at: Instant,
  can: actions('mark_as_ready'),
})
export type RxForm = z.infer<typeof RxForm>

export const RxFormSummary = z.strictObject({
  id: z.int(),
  patient_id: z.int(),
  organization_id: z.int(),
  full_name: z.string(),
  case_number_text: z.string(),
  status_id: z.int(),
  status: Status,
  created_at: Instant,
})
