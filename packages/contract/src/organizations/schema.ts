import { z } from 'zod'
import { actions, email, id, Instant, line, optionalLine, reasons, text, version } from '../core/fields.ts'
import { bodyOf, editOf } from '../core/record-schema.ts'
import { organizationFields, ownerFields } from './fields.ts'
import { BracketLibrary } from '../bracket-libraries/schema.ts'
import { toothNumberings } from '../rx-forms/teeth.ts'
import { usualShape } from '../rx-forms/usual-schema.ts'
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
  is_archived: z.boolean(),
  created_at: z.iso.datetime(),
})
export type OrganizationSummary = z.infer<typeof OrganizationSummary>

/** What a person may be able to do with an organization now. */
export const organizationActions = [
  'update',
  'assign_type',
  'add_type',
  'assign_lab',
  'disable',
  'enable',
  'archive',
  'restore',
  'delete',
  'waive_startup_fee',
  'change_notes',
] as const
export type OrganizationAction = (typeof organizationActions)[number]

/** What the reader may do with an organization now. */
export const OrganizationCan = actions(...organizationActions)
/** Why the reader cannot do what their role allows, by action. */
export const OrganizationWhyNot = reasons(...organizationActions)

/** A kind of practice that the lab tells apart, such as Orthodontist. */
export const OrganizationType = z.strictObject({ id: z.int(), name: z.string() })
export type OrganizationType = z.infer<typeof OrganizationType>

/** An organization as its own page shows it. */
export const Organization = OrganizationSummary.extend({
  kind: z.enum(['practice', 'partner']),
  /** As it was entered; empty while nobody named it (`organizations/unnamed`). */
  own_name: z.string(),
  organization_type: OrganizationType.nullable(),
  organization_type_id: z.int().nullable(),
  /** Who manages it first; null: nobody, or for a partner lab. */
  organization_manager: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  /** Its checklist; null while it has none, and for a partner lab. */
  onboarding_id: z.int().nullable(),
  third_party_partner: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  rush_case_enabled: z.boolean(),
  /** Which layout its next invoices have: 2 by patient, 1 as one list (`billing/layouts`). */
  template_version: z.literal([1, 2]),
  /** Its subscription is suspended: it begins nothing new. */
  suspended: z.boolean(),
  /** Why the lab disabled it; empty where it is not, where no reason was given, and for a partner of the practice. */
  disabled_reason: z.string(),
  /** Whether the lab waived the start-up fee; null for a partner lab. */
  no_startup_fee: z.boolean().nullable(),
  startup_fee_waived_by: z.string().nullable(),
  /** How the practice heard about the lab, as it answered in its account setup; null without an answer, and for readers outside the lab. */
  survey_response: z.string().nullable(),
  /** The order with the start-up fee, for readers who may see it. */
  startup_fee_order_id: z.int().nullable(),
  deleted_at: Instant.nullable(),
  /** What the lab notes about it; null for readers outside the lab. */
  management_notes: z.string().nullable(),
  number_of_members: z.int(),
  /** Open cases within the reader's reach: what an archive leaves to be finished. */
  number_of_open_cases: z.int(),
  version: z.int(),
  can: OrganizationCan,
  why_not: OrganizationWhyNot,
})
export type Organization = z.infer<typeof Organization>

/** A new practice and its owner, or a partner lab (`organizations/who-creates`). */
export const OrganizationBody = bodyOf(ownerFields)
export type OrganizationBody = z.infer<typeof OrganizationBody>

/** An edit: omitted fields stay as they are. */
export const OrganizationEdit = editOf(organizationFields).extend({
  /** A person of the lab; null: none. */
  customer_service_manager_id: id().nullable().optional(),
  /** A partner lab; null: none. */
  third_party_partner_id: id().nullable().optional(),
  rush_case_enabled: z.boolean().optional(),
  /** The layout of its invoices, from the next closing on. */
  template_version: z.literal([1, 2]).optional(),
  /** True disables it, false enables it again. */
  disabled: z.boolean().optional(),
  /** Why it is disabled, for its people to read. Enabling it clears the reason. */
  disabled_reason: optionalLine().optional(),
})
export type OrganizationEdit = z.infer<typeof OrganizationEdit>

/** `version` is the one that the question was asked about. */
export const ArchiveBody = z.strictObject({ version: version().optional() })

/** The lab's notes; `version` is that of the organization. */
export const NotesBody = z.strictObject({ management_notes: text(10_000), version: version().optional() })

/** The name, or the account number of an unnamed one, typed to confirm. */
export const DeleteBody = z.strictObject({ name: line() })

/** Up to 100 addresses, each of which gets a mail with a link to sign up. */
export const InviteToCreateBody = z
  .strictObject({ email: email().optional(), emails: z.array(optionalLine()).min(1).max(100).optional() })
  .refine(({ email: one, emails }) => (one === undefined) !== (emails === undefined), {
    path: ['email'],
    message: 'Required',
  })

/** What became of one address. */
export const InviteToCreateResult = z.strictObject({
  email: z.string(),
  sent: z.boolean(),
  /** Why it was not sent. */
  reason: z.string().nullable(),
})

/** What the fields of a practice's forms begin with. */
export const UsualValues = z.strictObject({
  ...usualShape,
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
  /** The practice's day at its usual location: an impression is not later (`rx-form/whose-today`). */
  today: z.iso.date(),
  /** The practice's clock where a location's address does not determine it; null: unknown, a page takes its browser's. */
  time_zone: z.string().nullable(),
  /** The lab's clock, by which deliveries are counted. */
  lab_time_zone: z.string(),
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
