import { z } from 'zod'
import { BracketLibrary } from '../bracket-libraries/schema.ts'
import { toothNumberings } from '../rx-forms/teeth.ts'
import { ShippingMethod } from '../shipping/routes.ts'

const OptionList = z.array(z.strictObject({ id: z.int(), label: z.string() }))

/** An organization as a list, a picker and the global filter show it. */
export const OrganizationSummary = z.strictObject({
  id: z.int(),
  name: z.string(),
  account_number: z.string(),
  owner: z.strictObject({ id: z.int(), full_name: z.string(), email: z.string() }).nullable(),
  main_location: z.strictObject({ city: z.string(), state: z.string(), zip_code: z.string() }).nullable(),
  customer_service_manager: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  startup_fee_paid: z.boolean(),
  disabled_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type OrganizationSummary = z.infer<typeof OrganizationSummary>

/** A practice as its own page shows it. */
export const Organization = OrganizationSummary.extend({
  third_party_partner: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  rush_case_enabled: z.boolean(),
  /** Its subscription is suspended: it begins nothing new. */
  suspended: z.boolean(),
})
export type Organization = z.infer<typeof Organization>

/** What the fields of a practice's forms begin with. */
export const UsualValues = z.strictObject({
  jaws_id: z.int(),
  impression_type: z.int().nullable(),
  scan_submission_type: z.int(),
  scanner_type: z.int(),
  custom_scanner_type_name: z.string(),
  products_list: z.int(),
  addon_options: z.int(),
  arch_mode: z.int(),
  export_type: z.int().nullable(),
  root_integration: z.boolean(),
  submission_completed_by: z.int(),
  print_assignment: z.int(),
  insert_brackets_assignment: z.int(),
  shipping_location_id: z.int().nullable(),
  shipping_method: z.string(),
  /** Null where none of the practice's doctors is preferred. */
  default_doctor_id: z.int().nullable(),
  location_id: z.int().nullable(),
  tooth_numbering: z.enum(toothNumberings.map(({ id }) => id)),
})

/** The choices of the Rx form, and what a practice usually chooses. */
export const RxFormChoices = z.strictObject({
  /** Of the preferences: a change is based on it. */
  version: z.int(),
  options: z.record(z.string(), OptionList),
  defaults: UsualValues,
  /** The preferred location as it was chosen; null: the main one, whichever it is. */
  preferred_location_id: z.int().nullable(),
  /** Those that this person may name. */
  bracket_libraries: z.array(BracketLibrary),
})

/** What else a form has to know about its practice. */
export const RxFormSetting = z.strictObject({
  third_party_partner: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  organization: z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() }),
  rush_case_enabled: z.boolean(),
  rush_case_fee: z.number(),
  /** Why no case can be started now, as text, or null. */
  blocked: z.string().nullable(),
  startup_fee_paid: z.boolean(),
  production_days: z.int(),
  today: z.iso.date(),
  may_select_doctor: z.boolean(),
  /** Whether I may change the preferences, and what is the lab's to say among them. */
  may_change: z.boolean(),
  may_change_rush: z.boolean(),
})

export const RxFormPreference = z.strictObject({
  data: RxFormChoices,
  metadata: RxFormSetting,
  shipping_methods: z.array(ShippingMethod),
})
