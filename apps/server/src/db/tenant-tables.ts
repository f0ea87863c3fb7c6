/** Tables whose rows belong to one organization. `Db` cannot name them. */
export const tenantTables = [
  'patients',
  'rx_forms',
  'rx_form_drafts',
  'patient_files',
  'tech_workflows',
  'tech_workflow_processes',
  'customer_requests',
  'printing_requests',
  'printing_request_items',
  'on_hold_notes',
  'case_history',
  'case_rows',
  'locations',
  'location_users',
  'invitations',
  'share_links',
  'pins',
  'measurements',
  'measurement_points',
  'uploads',
] as const
export type TenantTable = (typeof tenantTables)[number]

export const isTenantTable = (table: string): table is TenantTable =>
  (tenantTables as readonly string[]).includes(table)
