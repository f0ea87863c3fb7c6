-- no transaction
-- Lists of all cases that are neither archived nor canceled, by ship date: a state, days of completing or shipping, inactive ones too. From
-- this index alone, as far as its page and its count reach (work/lab-list).
create index concurrently if not exists case_rows_by_ship_date on case_rows (ship_date, created_at, patient_id)
  include (organization_id, patient_status_id, completed_at, prints, shipped_first_at, shipped_last_at)
  where not archived and not cancelled;
-- Few cases are on hold; a list of them reads only these.
create index concurrently if not exists case_rows_held on case_rows (ship_date, created_at, patient_id) where is_on_hold;
