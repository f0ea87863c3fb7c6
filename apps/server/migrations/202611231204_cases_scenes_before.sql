-- A flagged scan that can be shown has a scene, and lists show it; who sees a case without a scene is told whether one
-- is still to come (scans/desktop). Written for the few cases with such scans only.
update case_rows c set row = c.row
    || case when x.submission is null then '{}'::jsonb else jsonb_build_object('submission_viewer_id', x.submission) end
    || case when x.setup is null then '{}'::jsonb else jsonb_build_object('setup_viewer_id', x.setup) end
    || case when x.waiting then jsonb_build_object('scans_waiting', true) else '{}'::jsonb end
  from (
    select organization_id, patient_id,
      max(viewer_id) filter (where kind = 'submission' and processing in ('ready', 'flagged')) as submission,
      max(viewer_id) filter (where kind = 'setup' and processing in ('ready', 'flagged')) as setup,
      bool_or(processing = 'waiting') as waiting
    from patient_files where deleted_at is null and patient_file_type_id in (1, 2)
    group by organization_id, patient_id having bool_or(processing in ('flagged', 'waiting'))) x
  where c.organization_id = x.organization_id and c.patient_id = x.patient_id
    and (x.submission is not null or x.setup is not null or x.waiting);
