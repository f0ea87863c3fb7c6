-- no transaction
-- Few cases wait for changes; whoever filters by them reads only these.
create index concurrently if not exists case_rows_changes_asked on case_rows (organization_id, ship_date, patient_id) where changes_asked;
