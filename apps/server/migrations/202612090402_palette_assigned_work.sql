-- no transaction
-- A person's own work comes first among equal hits (screens/palette): without it, each key would read all work.
create index concurrently if not exists tech_workflows_assigned on tech_workflows (assigned_to, patient_id, organization_id)
  where assigned_to is not null;
