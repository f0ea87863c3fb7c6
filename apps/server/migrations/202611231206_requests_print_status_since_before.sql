-- Prints that are at work began with their first step; what was canceled, with its last change. Then the lines of the
-- lists that show an open print. Few of all cases: nobody waits for it.
update printing_requests pr set status_updated_at = coalesce(
    (select min(s.started_at) from tech_workflows w
      join tech_workflow_processes s on s.organization_id = w.organization_id and s.tech_workflow_id = w.id
      where w.organization_id = pr.organization_id and w.printing_request_id = pr.id), pr.created_at)
  where pr.status_id = 2;
update printing_requests set status_updated_at = updated_at where status_id = 4;

update case_rows c set row = jsonb_set(c.row, '{workflow_data,printing_request,status_updated_at}',
    to_jsonb(iso(coalesce(pr.status_updated_at, pr.completed_at, pr.created_at))))
  from printing_requests pr
  where pr.status_id in (1, 2) and c.organization_id = pr.organization_id and c.patient_id = pr.patient_id
    and jsonb_typeof(c.row #> '{workflow_data,printing_request}') = 'object'
    and (c.row ->> 'open_request_id')::int = pr.customer_request_id;
