import { z } from 'zod'
import { Day, day, distinct, id, idList, Instant, line, optionalLine, Status, text } from '../core/fields.ts'
import { fileName, filePath } from '../patient-files/schema.ts'
import {
  rxFormEntries,
  shownName,
  type RxFormField,
  type RxFormFields,
  type RxFormName,
  type ValueOf,
} from './fields.ts'
import type { Option } from './options.ts'

const Named = z.strictObject({ id: z.int(), name: z.string() })

/** A scan of a new case: its upload, its name, its arch. */
export const ScanUpload = z.strictObject({
  file_path: filePath(),
  name: fileName(),
  jaws_id: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  check_note: text(500).optional(),
})
/** A photo of a new case. */
export const PhotoUpload = z.strictObject({ file_path: filePath(), name: fileName(), caption: text(500).optional() })

const eachOnce = (files: { file_path: string }[]) => distinct(files.map((file) => file.file_path))
const twice = 'The same upload stands here twice.'

/** One of the ids of some options. */
const oneOf = (options: readonly Option<number | string>[]): z.ZodType<number | string> => {
  const ids = options.map(({ id }) => id)
  return ids.every((id) => typeof id === 'string') ? z.enum(ids) : z.union(ids.map((id) => z.literal(id)))
}
const allOf = (options: readonly Option[]) => options.reduce((sum, { id }) => sum | id, 0)

/** What a field accepts in the body of a new case. */
function taken(field: RxFormField): z.ZodType {
  switch (field.kind) {
    case 'line':
      return field.required ? line(field.max) : optionalLine(field.max).default('')
    case 'text':
      return text(field.max).default('')
    case 'choice': {
      const choice = oneOf(field.options)
      if (field.required) return choice
      return field.usual === undefined ? choice.nullable().default(null) : choice.default(field.usual)
    }
    case 'flags':
      return z.int().min(0).max(allOf(field.options)).default(0)
    case 'toggle':
      return z.boolean().default(false)
    case 'day':
      return field.required ? day() : day().nullable().default(null)
    case 'doctor':
    case 'location':
      return id().nullable().default(null)
    case 'method':
      return optionalLine(20).nullable().default(null)
    case 'libraries':
      return idList(field.max).default([])
    case 'scans':
      return z.array(ScanUpload).max(field.max).refine(eachOnce, twice).default([])
    case 'photos':
      return z.array(PhotoUpload).max(field.max).refine(eachOnce, twice).default([])
  }
}

type Required = { required: true }
type Taken<F> = F extends Required
  ? z.ZodType<NonNullable<ValueOf<F>>, NonNullable<ValueOf<F>>>
  : z.ZodDefault<z.ZodType<ValueOf<F>, ValueOf<F>>>

/** The body of a new case. Shape only: what applies and what is missing is decided by `rules.ts`, on both sides. */
export const RxFormBody = z.strictObject(
  Object.fromEntries(rxFormEntries.map(([name, field]) => [name, taken(field)])) as unknown as {
    [K in RxFormName]: Taken<RxFormFields[K]>
  },
)

/** A field as it is shown. */
function shown(field: RxFormField): z.ZodType {
  switch (field.kind) {
    case 'choice': {
      const chosen = typeof field.options[0]?.id === 'string' ? z.string() : z.int()
      return field.required || field.usual !== undefined ? chosen : chosen.nullable()
    }
    case 'flags':
      return z.int()
    case 'toggle':
      return z.boolean()
    case 'day':
      return field.required ? Day : Day.nullable()
    case 'location':
      return Named.nullable()
    case 'method':
      return z.string().nullable()
    case 'line':
    case 'text':
      return z.string()
    default:
      throw new TypeError(`Nobody has said yet how ${field.label} is shown.`)
  }
}

type Shown<F> = z.ZodType<
  F extends { kind: 'choice'; options: readonly { id: infer Id }[] }
    ? (Id extends string ? string : number) | (F extends Required | { usual: Id } ? never : null)
    : F extends { kind: 'location' }
      ? z.infer<typeof Named> | null
      : F extends Required
        ? NonNullable<ValueOf<F>>
        : ValueOf<F>
>
/** Locations come with their names: `location_id` is shown as `location`. */
type ShownName<K extends RxFormName> = RxFormFields[K] extends { keptWith: string } | { unshown: true }
  ? never
  : RxFormFields[K] extends { kind: 'location' }
    ? K extends `${infer Place}_id`
      ? Place
      : never
    : K

/** An Rx form as it is shown: the choices, their names, its state. */
export const RxForm = z.strictObject({
  id: z.int(),
  version: z.int(),
  organization_id: z.int(),
  patient_id: z.int(),
  user_id: z.int().nullable(),
  created_by_user: Named.nullable(),
  ...(Object.fromEntries(
    rxFormEntries.flatMap(([name, field]) =>
      field.keptWith || field.unshown ? [] : [[shownName(name), shown(field)]],
    ),
  ) as unknown as { [K in RxFormName as ShownName<K>]: Shown<RxFormFields[K]> }),
  submission_completed_by_name: z.string(),
  impression_type_name: z.string(),
  scanner_type_name: z.string(),
  products_list_names: z.array(z.string()),
  addon_options_names: z.array(z.string()),
  shipping_method_label: z.string(),
  ship_date: Day.nullable(),
  arrival_date: Day.nullable(),
  status_id: z.int(),
  status: Status,
  status_updated_at: Instant,
  ready_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  cancelled_at: Instant.nullable(),
  created_at: Instant,
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
