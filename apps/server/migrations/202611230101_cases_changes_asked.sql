-- When the doctor asked for changes that are still to be made: for the tag, the filter, and Notify (cases/changes-asked).
alter table patients add column changes_asked_at timestamptz;
alter table case_rows add column changes_asked boolean not null default false;

-- Who had asked before this: the case is worked on, and nothing was sent to the doctor since.
update patients p set changes_asked_at = h.at
  from (
    select distinct on (organization_id, patient_id) organization_id, patient_id, event, at from case_history
    where event in ('ready', 'changes_requested', 'setup_completed') order by organization_id, patient_id, id desc) h
  where p.organization_id = h.organization_id and p.id = h.patient_id and h.event = 'changes_requested' and p.patient_status_id = 1;

update case_rows c set changes_asked = p.changes_asked_at is not null,
    row = c.row || jsonb_build_object('changes_asked_at', iso(p.changes_asked_at))
  from patients p where p.organization_id = c.organization_id and p.id = c.patient_id;
