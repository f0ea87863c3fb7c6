-- Only what somebody works on is written, and what was changed since its doctor asked for it: few of all cases.
update case_rows c set acting = x.acting, row = c.row || jsonb_build_object('acting', x.acting)
  from (
    select p.organization_id, p.id, case
        when q.open > 1 then null
        when q.open = 1 then q.print_assignment
        when p.patient_status_id in (1, 2) then coalesce(r.submission_completed_by, 1) end as acting
    from patients p
    left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
    left join (
      select cr.organization_id, cr.patient_id, count(*) as open, max(pr.assignment) as print_assignment
      from customer_requests cr
      left join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id
      where cr.status_id = 1 group by cr.organization_id, cr.patient_id
    ) q on q.organization_id = p.organization_id and q.patient_id = p.id
    where p.deleted_at is null and r.cancelled_at is null and not p.is_on_hold
      and (p.patient_status_id in (1, 2) or q.open = 1)) x
  where x.acting is not null and c.organization_id = x.organization_id and c.patient_id = x.id;

update case_rows c set row = c.row || '{"setup_is_newer": true}'
  from patients p
  where p.changes_asked_at is not null and c.organization_id = p.organization_id and c.patient_id = p.id
    and exists (select 1 from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
      and s.kind = 'setup' and s.deleted_at is null and s.created_at > p.changes_asked_at
      and not exists (select 1 from patient_files b where b.organization_id = p.organization_id and b.patient_id = p.id
        and b.kind = 'setup' and b.created_at <= p.changes_asked_at and b.jaws_id is not distinct from s.jaws_id
        and b.sha256 = s.sha256));
