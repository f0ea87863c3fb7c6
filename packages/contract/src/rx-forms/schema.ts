import { z } from 'zod'
import { straight } from '../core/names.ts'
import { Day, day, id, idList, Instant, line, optionalLine, Status, text, version } from '../core/fields.ts'
import { distinct } from '../core/text.ts'
import { fileName, filePath } from '../patient-files/schema.ts'
import { CasePriceShown } from '../pricing/schema.ts'
import { mostOfCase, mostOfOldCase, photoViewIds } from '../patient-files/types.ts'
import {
  isBiteScan,
  rxFormEntries,
  rxFormFields,
  shownName,
  type RxFormField,
  type RxFormFields,
  type RxFormName,
} from './fields.ts'
import type { RxFormValues, ValueOf } from './form.ts'
import type { Option } from './options.ts'
import { allTeeth, bracketHeights, longestToothNote, toothNumberings, toothStates, type Tooth } from './teeth.ts'

const Named = z.strictObject({ id: z.int(), name: z.string() })

/** A location as the form of a case names it, wherever it is by now: paper needs the address, too. */
export const RxFormPlace = Named.extend({
  /** Who receives parcels there. */
  full_name: z.string(),
  /** The address in one line. */
  full_address: z.string(),
  phone_number: z.string(),
})

/** A scan of a new case: its upload, its name, its arch. */
export const ScanUpload = z.strictObject({
  file_path: filePath(),
  name: fileName(),
  jaws_id: z.literal([1, 2, 3]),
  kind: z.literal('bite').optional(),
  check_note: text(500).optional(),
})
/** A photo of a new case, and what it shows where that is known (`scans/photo-views`). */
export const PhotoUpload = z.strictObject({
  file_path: filePath(),
  name: fileName(),
  caption: text(500).optional(),
  photo_view: z.enum(photoViewIds).optional(),
})

const eachOnce = (files: { file_path: string }[]) => distinct(files.map((file) => file.file_path))
const twice = 'The same upload is listed twice.'

/** What is said of one tooth (`rx-form/teeth`). */
export const ToothEntry: z.ZodType<Tooth> = z.strictObject({
  /** FDI number. */
  tooth: z.literal(allTeeth, 'There is no such tooth.'),
  state: z.enum(toothStates.map(({ id }) => id)).default('present'),
  no_bracket: z.boolean().default(false),
  /** In mm, tenths; null: as the lab places it. */
  bracket_height: z
    .number()
    .min(bracketHeights.least)
    .max(bracketHeights.most)
    .multipleOf(0.1)
    .nullable()
    .default(null),
  note: optionalLine(longestToothNote).default(''),
})

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
      // The lines that are required are names.
      return field.required ? line(field.max).overwrite(straight) : optionalLine(field.max).default('')
    case 'text':
      return text(field.max).default('')
    case 'choice': {
      const choice = oneOf(field.options)
      if (field.required) return choice
      return field.preset ? choice.default(field.usual as number) : choice.nullable().default(null)
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
      return z
        .array(ScanUpload)
        .max(field.max + mostOfCase.bite)
        .refine(eachOnce, twice)
        .refine((files) => files.filter(isBiteScan).length <= mostOfCase.bite, `At most ${mostOfCase.bite} bite scans.`)
        .refine((files) => files.filter((file) => !isBiteScan(file)).length <= field.max, `At most ${field.max} files.`)
        .default([])
    case 'photos':
      return z.array(PhotoUpload).max(field.max).refine(eachOnce, twice).default([])
    case 'teeth':
      return z
        .array(ToothEntry)
        .max(field.max)
        .refine((teeth) => distinct(teeth.map(({ tooth }) => tooth)), 'A tooth is listed twice.')
        .default([])
  }
}

/** What a field accepts in a change: nothing of it, or any value of it. */
export const takenChange = (field: RxFormField): z.ZodType => {
  const whole = taken(field)
  return (whole instanceof z.ZodDefault ? (whole.unwrap() as z.ZodType) : whole).optional()
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

/** The body of an old case (`cases/old-case`). */
export const OldCase = z.strictObject({
  first_name: taken(rxFormFields.first_name) as z.ZodType<string, string>,
  last_name: taken(rxFormFields.last_name) as z.ZodType<string, string>,
  case_number_text: optionalLine(rxFormFields.case_number_text.max).default(''),
  /** The doctor. */
  user_id: id(),
  /** Any day that has passed. */
  impression_date: day(),
  ios_files: z
    .array(z.strictObject({ file_path: filePath(), name: fileName() }))
    .min(1, 'Required')
    .max(mostOfOldCase)
    .refine(eachOnce, twice),
})
export type OldCase = z.infer<typeof OldCase>

type OfFiles = 'stl_files' | 'rx_intraoral_photos'
/** Some fields of a submitted form. Files come and go by calls of their own. */
export const RxFormEdit = z.strictObject({
  ...(Object.fromEntries(
    rxFormEntries.flatMap(([name, field]) => (field.keptWith === 'files' ? [] : [[name, takenChange(field)]])),
  ) as unknown as {
    [K in Exclude<RxFormName, OfFiles>]: z.ZodOptional<z.ZodType<ValueOf<RxFormFields[K]>, ValueOf<RxFormFields[K]>>>
  }),
  version: version().optional(),
})
/** All of them, as a submitted form holds them. */
export type SubmittedValues = Omit<RxFormValues, OfFiles>

/** A field as it is shown. */
function shown(field: RxFormField): z.ZodType {
  switch (field.kind) {
    case 'choice': {
      const chosen = typeof field.options[0]?.id === 'string' ? z.string() : z.int()
      return field.required || field.preset ? chosen : chosen.nullable()
    }
    case 'flags':
      return z.int()
    case 'toggle':
      return z.boolean()
    case 'day':
      return field.required ? Day : Day.nullable()
    case 'location':
      return RxFormPlace.nullable()
    case 'method':
      return z.string().nullable()
    case 'libraries':
      return z.array(Named)
    case 'line':
    case 'text':
      return z.string()
    case 'teeth':
      return z.array(ToothEntry)
    default:
      throw new TypeError(`Nobody has said yet how ${field.label} is shown.`)
  }
}

type Shown<F> = z.ZodType<
  F extends { kind: 'choice'; options: readonly { id: infer Id }[] }
    ? (Id extends string ? string : number) | (F extends Required | { preset: true } ? never : null)
    : F extends { kind: 'location' }
      ? z.infer<typeof RxFormPlace> | null
      : F extends { kind: 'libraries' }
        ? z.infer<typeof Named>[]
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
  /** How its practice numbers teeth. */
  tooth_numbering: z.enum(toothNumberings.map(({ id }) => id)),
  /** What the case costs; null for people who do not read prices, and for cases without a price. */
  price: CasePriceShown.nullable(),
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

/** One field of a change; days are calendar days, '' is nothing. */
export const RxFormChange = z.strictObject({
  field: z.string(),
  label: z.string(),
  from: z.string(),
  to: z.string(),
})
export type RxFormChange = z.infer<typeof RxFormChange>

/** A change of a submitted form: who, when, what, and who read it since. */
export const RxFormRevision = z.strictObject({
  /** The form's version since then. */
  version: z.int(),
  at: Instant,
  user_name: z.string(),
  /** The setup had been approved: what was done stays as it is. */
  after_approval: z.boolean(),
  changes: z.array(RxFormChange),
  seen_by: z.array(z.strictObject({ name: z.string(), at: Instant })),
})
export type RxFormRevision = z.infer<typeof RxFormRevision>

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
