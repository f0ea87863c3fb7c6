-- no transaction
-- Added `not valid` in 202611270103: an unvalidated constraint is a finding of the restore drill (deploy/invariants.sql).
alter table bracket_libraries validate constraint bracket_libraries_file;
alter table uploads validate constraint uploads_purpose_check;
