-- no transaction
-- The working list and its total are read from this index alone, whoever prints included. `case_rows_working`, which it
-- replaces, goes with the next release.
create index concurrently if not exists case_rows_working_assigned on case_rows (ship_date, created_at, patient_id)
  include (submission_completed_by, print_assignments) where active and not is_on_hold;
