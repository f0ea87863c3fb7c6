import type { DB } from './schema.gen.ts'

/** Tables whose rows belong to one organization; memberships define who belongs to one. */
type OfOrganization = Exclude<
  { [T in keyof DB]: DB[T] extends { organization_id: number } ? T : never }[keyof DB],
  'memberships'
>

/** What decides who reaches a row follows from its columns: the nearer to a case, the narrower. */
type Whose<Row> = Row extends { partner_organization_id: unknown }
  ? { reach: 'patient' } & (Row extends { doctor_id: unknown } ? { doctor: 'doctor_id' } : { doctor: 'user_id' })
  : Row extends { patient_id: number }
    ? { reach: 'case' }
    : Row extends { tech_workflow_id: number }
      ? { reach: 'work' }
      : Row extends { printing_request_id: number }
        ? { reach: 'print' }
        : { reach: 'organization' }
type Archived<Row> = Row extends { deleted_at: unknown } ? { softDeleted: true } : { softDeleted?: never }

/**
 * Every tenant table, and who reaches its rows: `patient` by its own columns, `case` by the case that the row belongs
 * to, `work` and `print` by the case of the work or print, `organization` all people of the organization. Types,
 * conditions (scope.ts), the check of raw SQL (tools/tenant-sql.ts) and the policies of the second proof follow from
 * this map. A table that is missing here, or whose reach contradicts its columns, does not compile.
 */
export const tenants = {
  patients: { reach: 'patient', doctor: 'user_id', softDeleted: true },
  case_rows: { reach: 'patient', doctor: 'doctor_id' },
  rx_forms: { reach: 'case' },
  rx_form_revisions: { reach: 'case' },
  rx_form_reads: { reach: 'case' },
  patient_files: { reach: 'case', softDeleted: true },
  tech_workflows: { reach: 'case' },
  tech_workflow_processes: { reach: 'work' },
  customer_requests: { reach: 'case' },
  flawed_trays: { reach: 'case' },
  case_tray_cases: { reach: 'case' },
  printing_requests: { reach: 'case' },
  printing_request_items: { reach: 'print' },
  on_hold_notes: { reach: 'case' },
  treatment_notes: { reach: 'case' },
  case_history: { reach: 'case' },
  share_links: { reach: 'case' },
  setup_looks: { reach: 'case' },
  case_seals: { reach: 'case' },
  pins: { reach: 'case', softDeleted: true },
  messages: { reach: 'case' },
  message_photos: { reach: 'case' },
  message_recipients: { reach: 'case' },
  measurements: { reach: 'case', softDeleted: true },
  measurement_points: { reach: 'case' },
  bites: { reach: 'case' },
  bite_places: { reach: 'case' },
  case_drafts: { reach: 'organization' },
  locations: { reach: 'organization', softDeleted: true },
  location_users: { reach: 'organization' },
  rx_form_preferences: { reach: 'organization' },
  notification_settings: { reach: 'organization' },
  bracket_libraries: { reach: 'organization', softDeleted: true },
  bracket_library_members: { reach: 'organization' },
  practice_contact_lists: { reach: 'organization' },
  practice_contacts: { reach: 'organization' },
  price_overrides: { reach: 'organization' },
  billing_addresses: { reach: 'organization' },
  contracts: { reach: 'organization' },
  licenses: { reach: 'organization' },
  devices: { reach: 'organization' },
  bought_seats: { reach: 'organization' },
  onboardings: { reach: 'organization' },
  onboarding_steps: { reach: 'organization' },
  orders: { reach: 'organization' },
  order_lines: { reach: 'organization' },
  organization_credits: { reach: 'organization' },
  periodic_rules: { reach: 'organization', softDeleted: true },
  charges: { reach: 'organization' },
  promotion_code_uses: { reach: 'organization' },
  effects: { reach: 'organization' },
  account_details: { reach: 'organization' },
  payment_customers: { reach: 'organization' },
  payment_methods: { reach: 'organization', softDeleted: true },
  payments: { reach: 'organization' },
  payment_refunds: { reach: 'organization' },
  invitations: { reach: 'organization' },
  uploads: { reach: 'organization' },
} as const satisfies { [T in OfOrganization]: Whose<DB[T]> & Archived<DB[T]> }

/** A table that `Db` cannot name. */
export type TenantTable = keyof typeof tenants

export const tenantTables = Object.keys(tenants) as TenantTable[]

export const isTenantTable = (table: string): table is TenantTable => Object.hasOwn(tenants, table)

/** Whether a date archives rows of the table, which are then left out unless requested. */
export const isSoftDeleted = (table: string): boolean => isTenantTable(table) && 'softDeleted' in tenants[table]
