-- no transaction
-- Finds the cases of one name (cases/similar).
create index concurrently if not exists patients_alike
  on patients (organization_id, (alike(first_name) || ' ' || alike(last_name)));
