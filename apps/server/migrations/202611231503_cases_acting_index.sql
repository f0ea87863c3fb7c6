-- no transaction
-- What is late, for the lab's home and the list behind it, with all that the count asks (organizations/waiting).
create index concurrently if not exists case_rows_acting on case_rows (acting, ship_date, created_at, patient_id)
  include (submission_completed_by, print_assignments) where active and not is_on_hold and patient_status_id <> 3;
