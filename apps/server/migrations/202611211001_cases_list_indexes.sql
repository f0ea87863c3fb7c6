-- The working list and its total are read from the index alone; `active` says already that a case is neither archived nor cancelled.
create index case_rows_working on case_rows (ship_date, created_at, patient_id) include (submission_completed_by)
  where active and not is_on_hold;
drop index case_rows_working_list;
-- An index alone answers only for pages that were vacuumed after their last change: do it after 1 % changed, not 20 %.
alter table case_rows set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
