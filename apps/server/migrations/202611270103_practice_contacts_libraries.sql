-- The file of a bracket library (rx-form/library-files); libraries that were added before have none.
alter table bracket_libraries
  add column storage_key text,
  add column file_name text,
  add column file_size bigint,
  add column uploaded_at timestamptz;
alter table bracket_libraries add constraint bracket_libraries_file
  check (num_nulls(storage_key, file_name, file_size, uploaded_at) in (0, 4)) not valid;

-- Such a file is uploaded like those of cases.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in ('scan','photo','report','library')) not valid;
