-- Only the few cases whose print is another's than their setup are written: nobody waits for it.
update case_rows c set print_assignments = x.who
  from (
    select pr.organization_id, pr.patient_id, array_agg(distinct pr.assignment order by pr.assignment) as who
    from printing_requests pr
    left join rx_forms r on r.organization_id = pr.organization_id and r.patient_id = pr.patient_id
    where pr.status_id <> 4 and pr.assignment is distinct from r.submission_completed_by
    group by pr.organization_id, pr.patient_id) x
  where c.organization_id = x.organization_id and c.patient_id = x.patient_id;
