-- Since when a print stands in its state: the age chip counts from there, not from the last save (work/age). Empty for a
-- print that is New, or was completed: then it was created, or completed.
alter table printing_requests add column status_updated_at timestamptz;

-- While two releases run side by side the one before moves prints without knowing of it. Goes with the next release.
create function printing_requests_status_between_releases() returns trigger language plpgsql as $$
begin
  if new.status_updated_at is not distinct from old.status_updated_at then
    new.status_updated_at := new.updated_at;
  end if;
  return new;
end
$$;
create trigger status_between_releases before update of status_id on printing_requests
  for each row when (old.status_id <> new.status_id) execute function printing_requests_status_between_releases();
