-- no transaction
-- Checked after the rows could be written to again.
alter table patient_files validate constraint patient_files_kind_check;
