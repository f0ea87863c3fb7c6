/** Tables whose rows belong to one organization. `Db` cannot name them. */
export type TenantTable =
  | 'patients'
  | 'rx_forms'
  | 'rx_form_drafts'
  | 'patient_files'
  | 'tech_workflows'
  | 'tech_workflow_processes'
  | 'on_hold_notes'
  | 'case_history'
  | 'case_rows'
  | 'locations'
  | 'location_users'
  | 'uploads'
