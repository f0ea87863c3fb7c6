-- When the doctor asked for changes that are still to be made: for the tag, the filter, and Notify (cases/changes-asked).
alter table patients add column changes_asked_at timestamptz;
alter table case_rows add column changes_asked boolean not null default false;

-- While two releases run side by side the one before moves cases without knowing of it: the way from Awaiting Approval (3)
-- back to In Progress (1) is a request for changes, and whatever leaves In Progress ends it. Goes with the next release.
create function patients_changes_between_releases() returns trigger language plpgsql as $$
begin
  if new.patient_status_id <> 1 then
    new.changes_asked_at := null;
  elsif old.patient_status_id = 3 and new.changes_asked_at is not distinct from old.changes_asked_at then
    new.changes_asked_at := coalesce(new.status_updated_at, now());
  end if;
  return new;
end
$$;
create trigger changes_between_releases before update of patient_status_id on patients
  for each row when (old.patient_status_id <> new.patient_status_id) execute function patients_changes_between_releases();
