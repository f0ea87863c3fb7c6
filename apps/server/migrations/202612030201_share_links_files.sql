-- A share link shows the scans that were on the case when it was made, and none that came later (scans/shared).
alter table share_links add column file_ids integer[] not null default '{}';
update share_links s set file_ids = array(
  select f.id from patient_files f
  where f.organization_id = s.organization_id and f.patient_id = s.patient_id and f.kind = s.kind and f.created_at <= s.created_at
  order by f.id);
