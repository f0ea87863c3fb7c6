-- Lists say that a corrected file was uploaded for a tray that waits (corrections/waits): the kept rows of such cases, as
-- `case-core/case-row.sql.ts` builds them.
update case_rows c set row = c.row || '{"correction_uploaded": true}'::jsonb
  where c.row ? 'has_pending_flawed_tray_request' and exists (
    select 1 from flawed_trays t join patient_files f on f.organization_id = t.organization_id and f.patient_id = t.patient_id
      and f.kind = 'correction' and f.jaws_id in (t.jaw_type_id, 3) and f.deleted_at is null and f.created_at >= t.created_at
      and not exists (select 1 from flawed_trays o where o.organization_id = f.organization_id and o.corrected_file_id = f.id)
    where t.organization_id = c.organization_id and t.patient_id = c.patient_id
      and t.customer_request_id = (c.row ->> 'open_request_id')::int and t.status_id = 1);
