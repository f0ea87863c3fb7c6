import { printSteps } from '@archwire/contract/tech-workflows/steps.ts'

/**
 * Requests with their prints, work steps, history and audit of the planned cases. A request has the id of its case, a second
 * one `patients` more; setup work has the id of its case, print work `patients` more than its request.
 */
export function workSql(patients: number): string[] {
  return [
    // Approved cases wait for their print, one in ten asked twice; three in five of the completed ones had a print.
    `create unlogged table plan_prints as
     select c.id + n * ${patients} as id, c.id as patient_id, c.organization_id, c.assignment = 2 as in_office, c.state = 5 as done,
       c.state = 4 and c.id % 2 = 0 as started, c.moved_at - interval '6 hours' as created_at, c.moved_at, c.technician_id, c.doctor_id
     from plan c, generate_series(0, 1) n
     where case n when 0 then c.state = 4 or (c.state = 5 and c.id % 5 < 3) else c.state = 4 and c.id % 10 = 0 end order by 1`,
    `analyze plan_prints`,
    `insert into customer_requests (id, organization_id, patient_id, status_id, created_by_user_id, completed_at, created_at, updated_at)
     overriding system value
     select id, organization_id, patient_id, case when done then 2 else 1 end, doctor_id, case when done then moved_at end, created_at, moved_at
     from plan_prints order by id`,
    `insert into printing_requests (id, organization_id, patient_id, customer_request_id, status_id, assignment, location_id, shipping_method,
       expected_arrival_date, delivery_date_from, delivery_date_to, ship_date, tracking_number, completed_at, created_at, updated_at)
     overriding system value
     select id, organization_id, patient_id, id, case when done then 3 when started then 2 else 1 end, case when in_office then 2 else 1 end,
       organization_id, case when in_office then null else 'standard' end, day + 9, day + 8, day + 9, day + 2,
       case when done and not in_office then '1Z999AA1' || lpad(id::text, 10, '0') end, case when done then moved_at end, created_at, moved_at
     from plan_prints, lateral (select (created_at at time zone 'UTC')::date as day) x order by id`,
    `insert into printing_request_items (organization_id, printing_request_id, jaw_type_id, content_type_id, insert_brackets)
     select organization_id, id, jaw, 1 + id % 3, id % 3 = 0 from plan_prints, generate_series(1, 2) jaw order by id, jaw`,
    `insert into tech_workflows (id, organization_id, patient_id, kind, assigned_to, created_at)
     overriding system value
     select id, organization_id, id, 'initial_case_setup', case when state <> 2 then technician_id end, created_at
     from plan where assignment <> 2 order by id`,
    `insert into tech_workflows (id, organization_id, patient_id, kind, assigned_to, created_at, printing_request_id)
     overriding system value
     select id + ${patients}, organization_id, patient_id, 'printing_request', case when done or started then technician_id end, created_at, id
     from plan_prints where not in_office order by id`,
    `insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process, user_id, started_at, finished_at)
     select c.organization_id, c.id, s.position, 'Models', s.process, case when state > 2 or (state = 1 and s.position <= 2) then c.technician_id end,
       case when state > 2 or (state = 1 and s.position <= 2) then c.created_at + s.position * interval '3 hours' end,
       case when state > 2 or (state = 1 and s.position = 1) then c.created_at + s.position * interval '3 hours' + interval '50 minutes' end
     from plan c join plan_steps s using (impression_type, base_product) where c.assignment <> 2 order by c.id, s.position`,
    `insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process, user_id, started_at, finished_at)
     select p.organization_id, p.id + ${patients}, s.position, 'Print', s.process, case when done or (started and s.position = 1) then technician_id end,
       case when done or (started and s.position = 1) then created_at + s.position * interval '30 minutes' end,
       case when done then created_at + s.position * interval '30 minutes' + interval '20 minutes' end
     from plan_prints p, unnest(array[${printSteps.map((step) => `'${step}'`).join(', ')}]) with ordinality s(process, position)
     where not in_office order by p.id, s.position`,
    `insert into case_history (organization_id, patient_id, at, user_id, user_name, event, from_status, to_status)
     select c.organization_id, c.id, c.created_at + e.step * (c.moved_at - c.created_at) / 5, u.id, u.full_name, e.event, e.from_status, e.to_status
     from plan c cross join (values
         (0, 'submitted', null, 'new', false, 0), (1, 'work_started', 'new', 'in_progress', true, 1), (2, 'setup_uploaded', null, null, true, 3),
         (3, 'ready', 'in_progress', 'awaiting_approval', true, 3), (4, 'approved', 'awaiting_approval', 'approved', false, 4),
         (5, 'settled', 'approved', 'completed', true, 5)) e(step, event, from_status, to_status, by_lab, needs)
       join users u on u.id = case when e.by_lab then c.technician_id else c.doctor_id end
     where case e.needs when 0 then true when 1 then c.state <> 2 else c.state >= e.needs end order by c.id, e.step`,
    `insert into audit_log (at, user_id, organization_id, patient_id, action, address)
     select at, user_id, organization_id, patient_id, 'case.' || event, '203.0.113.7' from case_history order by id`,
  ]
}
