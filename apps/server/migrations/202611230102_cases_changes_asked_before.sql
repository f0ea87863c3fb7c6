-- Who had asked before this release: the case is worked on, and nothing was sent to the doctor since. Only these few are
-- written, after the columns are there for everybody: nobody waits for it.
update patients p set changes_asked_at = h.at
  from (
    select distinct on (c.organization_id, c.patient_id) c.organization_id, c.patient_id, c.event, c.at
    from patients w join case_history c on c.organization_id = w.organization_id and c.patient_id = w.id
    where w.patient_status_id = 1 and c.event in ('ready', 'changes_requested', 'setup_completed')
    order by c.organization_id, c.patient_id, c.id desc) h
  where p.organization_id = h.organization_id and p.id = h.patient_id and h.event = 'changes_requested';

update case_rows c set changes_asked = true, row = c.row || jsonb_build_object('changes_asked_at', iso(p.changes_asked_at))
  from patients p where p.organization_id = c.organization_id and p.id = c.patient_id and p.changes_asked_at is not null;
