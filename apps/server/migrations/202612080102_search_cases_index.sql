-- no transaction
-- The cases of a doctor, archived and canceled ones too: the search counts them for each person.
create index concurrently if not exists case_rows_doctor on case_rows (doctor_id, organization_id);
