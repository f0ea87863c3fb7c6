-- no transaction
-- Open cases whose current work nobody has taken: a correction that waits, before it the open print, before it the setup.
create index concurrently if not exists case_rows_untaken on case_rows (ship_date, created_at, patient_id)
  where active and not is_on_hold and patient_status_id <> 3
    and (case when row ? 'has_pending_flawed_tray_request' then row #> '{workflow_data,flawed_tray,assigned_to}'
      when jsonb_typeof(row #> '{workflow_data,printing_request}') = 'object' then row #> '{workflow_data,printing_request,assigned_to}'
      else row #> '{workflow_data,initial_case_setup,assigned_to}' end) = 'null'::jsonb;
drop index concurrently if exists case_rows_unassigned;
