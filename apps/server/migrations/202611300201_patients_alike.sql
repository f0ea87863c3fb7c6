-- Patients' names are compared without case, accents, spaces and hyphens (cases/similar).
create function alike(value text) returns text language sql immutable parallel safe strict
  return replace(replace(plain(value), ' ', ''), '-', '');

-- The search finds "Smith Jones" as "SmithJones", too (work/search): what the ready rows are built with from now on.
update case_rows r set search_text = r.search_text || ' | ' || alike(p.first_name) || ' ' || alike(p.last_name)
  from patients p
  where p.organization_id = r.organization_id and p.id = r.patient_id and p.first_name || p.last_name ~ '[ -]';
