-- no transaction
-- No two files of one case and type have the same name (scans/names), whatever else a command locks.
create unique index concurrently if not exists patient_files_name
  on patient_files (organization_id, patient_id, patient_file_type_id, name) where deleted_at is null;
