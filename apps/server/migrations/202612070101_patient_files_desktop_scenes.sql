-- Desktop files whose content is a readable scan are shown in 3D (scans/desktop-scene): those that were checked before get
-- their scene, one per case, and the lists learn of it.
with scenes as (
  select organization_id, patient_id, replace(gen_random_uuid()::text, '-', '') as viewer_id
  from patient_files where patient_file_type_id = 1 and mesh_key is not null and deleted_at is null
  group by organization_id, patient_id
)
update patient_files f set kind = 'submission', viewer_id = s.viewer_id
  from scenes s
  where f.organization_id = s.organization_id and f.patient_id = s.patient_id
    and f.patient_file_type_id = 1 and f.mesh_key is not null and f.deleted_at is null;

update case_rows c set row = jsonb_set(c.row, '{submission_viewer_id}', to_jsonb(f.viewer_id))
  from patient_files f
  where f.organization_id = c.organization_id and f.patient_id = c.patient_id and f.patient_file_type_id = 1
    and f.viewer_id is not null and c.row -> 'submission_viewer_id' = 'null'::jsonb;
