-- What people of the lab export (exports/*). Its file goes with it, by the nightly job.
create table reports (
  id integer primary key generated always as identity,
  user_id integer not null references users (id),
  kind text not null check (kind in ('cases', 'steps', 'corrections', 'shipments', 'on_time')),
  format text not null check (format in ('csv', 'xlsx')),
  -- Days of the lab, both included.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  -- 1 waiting, 2 in progress, 3 completed, 4 failed, 5 canceled.
  status_id integer not null default 1 check (status_id between 1 and 5),
  rows_done integer not null default 0 check (rows_done >= 0),
  rows_total integer check (rows_total >= 0),
  -- Bytes of its file.
  size integer check (size >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  check ((status_id = 3) = (size is not null)),
  check ((status_id in (1, 2)) = (ended_at is null)),
  check ((ended_at is null) = (expires_at is null))
);
-- A person has one that is being made.
create unique index reports_running on reports (user_id) where status_id in (1, 2);
create index reports_of_person on reports (user_id, id desc);
create index reports_expired on reports (expires_at) where expires_at is not null;
