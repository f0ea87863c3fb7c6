-- no transaction
-- Cases whose uploaded correction waits for the people who may correct trays (corrections/waits).
create index concurrently if not exists case_rows_correction_uploaded on case_rows (ship_date, created_at, patient_id)
  where active and not is_on_hold and row ? 'correction_uploaded';
