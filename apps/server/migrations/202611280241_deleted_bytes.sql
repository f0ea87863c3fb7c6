-- When the bytes of a file that a person deleted may be removed, and when they were (scans/who-deletes). Files that were
-- deleted before, and setups that another one replaced, keep theirs until the case goes.
alter table patient_files
  add column bytes_until timestamptz,
  add column bytes_removed_at timestamptz;
