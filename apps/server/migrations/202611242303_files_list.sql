-- no transaction
-- The newest files of all cases, for the list of files.
create index concurrently if not exists patient_files_newest on patient_files (created_at desc, id desc) where deleted_at is null;
