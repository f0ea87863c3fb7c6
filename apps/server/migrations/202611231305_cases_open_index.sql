-- no transaction
-- Open cases by state, for the numbers at the tabs of the lab's list (work/lab-counts): few of all cases, whatever became
-- of the others.
create index concurrently if not exists case_rows_open on case_rows (patient_status_id) include (archived, cancelled)
  where active;
