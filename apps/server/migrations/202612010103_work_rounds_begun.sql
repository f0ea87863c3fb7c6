alter table tech_workflow_processes drop constraint tech_workflow_processes_tech_workflow_id_position_key;

-- Work that is over has no running steps (work/ends): they end when it did.
with ended as (
  select s.id, w.patient_id, coalesce(case when w.kind = 'initial_case_setup'
      then coalesce(r.completed_at, r.cancelled_at) else coalesce(pr.completed_at, pr.status_updated_at, pr.updated_at) end, s.started_at) as at
  from tech_workflow_processes s
  join tech_workflows w on w.organization_id = s.organization_id and w.id = s.tech_workflow_id
  left join rx_forms r on r.organization_id = w.organization_id and r.patient_id = w.patient_id
  left join printing_requests pr on pr.organization_id = w.organization_id and pr.id = w.printing_request_id
  where s.started_at is not null and s.finished_at is null
    and case w.kind when 'initial_case_setup' then r.completed_at is not null or r.cancelled_at is not null
      when 'printing_request' then pr.status_id in (3, 4) else false end
)
update tech_workflow_processes s set finished_at = greatest(ended.at, s.started_at + interval '1 millisecond')
from ended where s.id = ended.id;

-- Cases whose doctor waits for changes get the second round. A step that began after the request belongs to it.
with asked as (
  update tech_workflows w set round = 2, version = w.version + 1, rounds_asked_at = array[p.changes_asked_at]
  from patients p
  where p.organization_id = w.organization_id and p.id = w.patient_id and p.changes_asked_at is not null
    and w.kind = 'initial_case_setup'
    and exists (select 1 from rx_forms r where r.organization_id = p.organization_id and r.patient_id = p.id)
  returning w.organization_id, w.id, p.changes_asked_at
), rework as (
  select s.*, asked.changes_asked_at, s.started_at >= asked.changes_asked_at as begun
  from tech_workflow_processes s
  join asked on asked.organization_id = s.organization_id and asked.id = s.tech_workflow_id
), ended as (
  update tech_workflow_processes s set finished_at = greatest(rework.changes_asked_at, s.started_at + interval '1 millisecond')
  from rework where s.id = rework.id and not rework.begun and s.finished_at is null
), moved as (
  update tech_workflow_processes s set round = 2 from rework where s.id = rework.id and rework.begun
)
insert into tech_workflow_processes (organization_id, tech_workflow_id, round, position, step, process)
select organization_id, tech_workflow_id, 2, position, step, process from rework
where process in ('Sculpt', 'Base', 'Uploaded', 'Upload STLs') and begun is not true;

-- The ready rows name the next step of the current round.
update case_rows c set row = jsonb_set(c.row, '{workflow_data,initial_case_setup,next_step}', coalesce(
  (select jsonb_build_object('process', n.process, 'tech_name', t.full_name)
    from tech_workflow_processes n left join users t on t.id = n.user_id
    where n.organization_id = w.organization_id and n.tech_workflow_id = w.id and n.round = w.round and n.finished_at is null
    order by n.position limit 1), 'null'))
from tech_workflows w
where w.organization_id = c.organization_id and w.patient_id = c.patient_id and w.kind = 'initial_case_setup'
  and jsonb_typeof(c.row #> '{workflow_data,initial_case_setup}') = 'object'
  and (w.round > 1 or c.rx_status_id in (4, 5));
