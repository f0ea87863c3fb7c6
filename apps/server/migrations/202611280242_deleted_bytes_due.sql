-- no transaction
-- Deleted files whose bytes are still to be removed, by when they are due.
create index concurrently if not exists patient_files_bytes_due on patient_files (bytes_until)
  where bytes_until is not null and bytes_removed_at is null;
