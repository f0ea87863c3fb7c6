-- no transaction
-- Work that nobody has taken yet, for the lab's home and the list behind it (organizations/waiting): the print where one is
-- open, else the setup; while the lab is to act.
create index concurrently if not exists case_rows_unassigned on case_rows (ship_date, created_at, patient_id)
  where active and not is_on_hold and patient_status_id <> 3
    and (case when jsonb_typeof(row #> '{workflow_data,printing_request}') = 'object' then row #> '{workflow_data,printing_request,assigned_to}'
      else row #> '{workflow_data,initial_case_setup,assigned_to}' end) = 'null'::jsonb;
