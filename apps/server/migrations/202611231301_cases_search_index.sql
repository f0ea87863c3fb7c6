-- no transaction
-- A search finds cases by patient, number and code, by doctor and by practice (work/search): one index over all of it, also
-- for who may search less. The space lets it find the beginnings of words. case_rows_search stays for the release before.
create index concurrently if not exists case_rows_search_all on case_rows
  using gin ((' ' || search_text || ' | ' || doctor_name || ' | ' || organization_name) gin_trgm_ops);
