-- The dashboard counts cases by their moments, from ready rows alone; these stood in the Rx form and in prints only.
alter table case_rows add column submitted_at timestamptz;
-- When the doctor approved the setup, or the lab completed it for them: when the Rx form was completed.
alter table case_rows add column approved_at timestamptz;
-- How many prints a case has, and the first and the last moment at which one was asked for, at which one that wants brackets
-- was, and at which one left with a tracking number: whether any lies in a range follows from these unless there are three.
alter table case_rows add column prints integer not null default 0;
alter table case_rows add column print_first_at timestamptz;
alter table case_rows add column print_last_at timestamptz;
alter table case_rows add column brackets_first_at timestamptz;
alter table case_rows add column brackets_last_at timestamptz;
alter table case_rows add column shipped_first_at timestamptz;
alter table case_rows add column shipped_last_at timestamptz;

update case_rows c set submitted_at = r.created_at, approved_at = r.completed_at
  from rx_forms r where r.organization_id = c.organization_id and r.patient_id = c.patient_id;
update case_rows c set prints = x.prints, print_first_at = x.print_first_at, print_last_at = x.print_last_at,
    brackets_first_at = x.brackets_first_at, brackets_last_at = x.brackets_last_at,
    shipped_first_at = x.shipped_first_at, shipped_last_at = x.shipped_last_at
  from (
    select pr.organization_id, pr.patient_id, count(*) as prints,
      min(pr.created_at) as print_first_at, max(pr.created_at) as print_last_at,
      min(pr.created_at) filter (where b.wanted) as brackets_first_at, max(pr.created_at) filter (where b.wanted) as brackets_last_at,
      min(pr.completed_at) filter (where b.shipped) as shipped_first_at, max(pr.completed_at) filter (where b.shipped) as shipped_last_at
    from printing_requests pr, lateral (select pr.status_id = 3 and pr.tracking_number is not null as shipped,
      exists (select 1 from printing_request_items i where i.organization_id = pr.organization_id
        and i.printing_request_id = pr.id and i.insert_brackets) as wanted) b
    group by 1, 2) x
  where x.organization_id = c.organization_id and x.patient_id = c.patient_id;

-- All counts of cases from one index alone, whatever the range.
create index case_rows_figures on case_rows (submitted_at)
  include (organization_id, patient_id, created_at, completed_at, impression_type, submission_completed_by, prints,
    print_first_at, print_last_at, brackets_first_at, brackets_last_at, shipped_first_at, shipped_last_at)
  where not archived and not cancelled;
create index case_rows_approved on case_rows (approved_at) include (submitted_at)
  where approved_at is not null and not archived and not cancelled;
-- Lists of what was completed in some days.
create index case_rows_completed on case_rows (completed_at) where completed_at is not null;
-- The first and the last case of each doctor and practice. Archived ones count for how somebody stands.
create index case_rows_standing on case_rows (doctor_id, organization_id, submitted_at) where not cancelled;
-- Few cases are left out of the figures; what counts prints asks whether one of them is meant.
create index case_rows_left_out on case_rows (patient_id) where archived or cancelled;
create index printing_requests_created on printing_requests (created_at);
create index printing_requests_shipped on printing_requests (completed_at) include (patient_id)
  where status_id = 3 and tracking_number is not null;
