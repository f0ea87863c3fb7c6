-- Only mails that were sent count against the limit of an hour; over it, one waits until the hour is over. A browser in
-- which the person signed in before has a count of its own (access/mails-asked). Rows stay for a day.
alter table access_wishes
  add column browser_id integer,
  add column sent_at timestamptz,
  add column due_at timestamptz;
-- small table: requests of one day
create index access_wishes_due on access_wishes (due_at) where done_at is null and due_at is not null;
